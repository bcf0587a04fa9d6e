import type { AnyShape, Fields, MapShape, Shape } from './shape.ts';

type Check = (value: unknown) => boolean;

const checks = new WeakMap<AnyShape, Check>();

/** Whether a value has the written form, down to its last part. */
export function fits<In>(shape: Shape<unknown, In>, value: unknown): value is In {
  return checkOf(shape)(value);
}

/** Made once for each shape: journals have many thousands of values of few shapes. */
function checkOf(shape: AnyShape): Check {
  const known = checks.get(shape);
  if (known !== undefined) return known;
  const check = made(shape);
  checks.set(shape, check);
  return check;
}

function made(shape: AnyShape): Check {
  switch (shape.type) {
    case 'string': {
      const { pattern, least = 0, most = Infinity } = shape;
      return (value) =>
        typeof value === 'string' &&
        value.length >= least &&
        value.length <= most &&
        (pattern === undefined || pattern.test(value));
    }
    case 'number': {
      const { least, most } = shape;
      return (value) => isNumber(shape, value) && value >= least && value <= most;
    }
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'any':
      return () => true;
    case 'literal': {
      const { value: only } = shape;
      return (value) => value === only;
    }
    case 'enum': {
      const words = new Set<unknown>(shape.words);
      return (value) => words.has(value);
    }
    case 'array': {
      const item = checkOf(shape.item);
      const isRightSize = ({ length }: readonly unknown[]) => length >= shape.least && length <= shape.most;
      return (value) => Array.isArray(value) && isRightSize(value) && all(value, item);
    }
    case 'record': {
      const item = checkOf(shape.item);
      return (value) => isMap(value) && all(Object.values(value), item);
    }
    case 'union':
      return shape.by === undefined ? anyOf(shape.options) : variantOf(shape.options, shape.by);
    case 'object':
      return mapCheck(shape);
  }
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number of the right kind, whatever its size. */
export function isNumber(shape: { readonly whole: boolean }, value: unknown): value is number {
  return shape.whole ? Number.isInteger(value) : Number.isFinite(value);
}

/** Unlike `every`, it looks into holes as well. */
function all(list: readonly unknown[], check: Check): boolean {
  for (const each of list) if (!check(each)) return false;
  return true;
}

function anyOf(options: readonly AnyShape[]): Check {
  const each = options.map(checkOf);
  return (value) => {
    for (const check of each) if (check(value)) return true;
    return false;
  };
}

function variantOf(options: readonly AnyShape[], by: string): Check {
  return (value) => {
    const option = isMap(value) ? variant(options, by, value) : undefined;
    return option !== undefined && checkOf(option)(value);
  };
}

const variantMaps = new WeakMap<readonly AnyShape[], ReadonlyMap<unknown, AnyShape>>();

/** The one of several maps that a value says it is. */
export function variant(
  options: readonly AnyShape[],
  by: string,
  value: Readonly<Record<string, unknown>>,
): AnyShape | undefined {
  const known = variantMaps.get(options) ?? new Map(options.map((option) => [wordOf(option, by), option]));
  variantMaps.set(options, known);
  return known.get(value[by]);
}

/** The keys of each of several maps, by the word that tells them apart. */
export function variantFields(shape: AnyShape): ReadonlyMap<string, Fields> {
  if (shape.type !== 'union' || shape.by === undefined) return new Map();
  const { options, by } = shape;
  return new Map(
    options.flatMap((option) =>
      option.type === 'object' ? [[String(wordOf(option, by)), option.fields] as const] : [],
    ),
  );
}

export function wordOf(option: AnyShape, by: string): unknown {
  const field = option.type === 'object' ? option.fields[by] : undefined;
  return field !== undefined && 'type' in field && field.type === 'literal' ? field.value : undefined;
}

/** Every key that has to be there, and no other. A key that may be left out may also be undefined. */
function mapCheck({ fields, isOpen = false }: MapShape): Check {
  const keys = Object.entries(fields).map(([key, field]) =>
    'optional' in field
      ? { key, isNeeded: false, check: checkOf(field.optional) }
      : { key, isNeeded: true, check: checkOf(field) },
  );
  return (value) => {
    if (!isMap(value)) return false;
    let known = 0;
    for (const { key, isNeeded, check } of keys) {
      const part = value[key];
      if (part === undefined && !isNeeded) {
        if (key in value) known++;
      } else {
        if (!check(part)) return false;
        known++;
      }
    }
    return isOpen || countKeys(value) === known;
  };
}

function countKeys(value: object): number {
  let count = 0;
  for (const _ in value) count++;
  return count;
}
