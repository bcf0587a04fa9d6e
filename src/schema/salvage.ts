import { fits, isMap, variant, wordOf } from './fits.ts';
import { knownKeys, sayMisfit, visible } from './misfit.ts';
import type { AnyShape, ListShape, MapShape, Path, Problem, Salvaged, Shape } from './shape.ts';
import { type Suggest, suggester } from './suggest.ts';

type Salvage = { readonly suggest: Suggest; readonly problems: Problem[] };

/**
 * Check a value against a shape, part by part: what is wrong is complained about and left out, the rest is kept,
 * so that one mistake does not hide the others.
 */
export function salvage<In>(
  shape: Shape<unknown, In>,
  value: unknown,
  suggest?: Suggest,
): { readonly value: Salvaged<In> | undefined; readonly problems: readonly Problem[] };
export function salvage(shape: AnyShape, value: unknown, suggest = suggester()): object {
  const problems: Problem[] = [];
  return { value: keep(shape, value, [], { suggest, problems }), problems };
}

/** `a.b[2]: message; hint` for each problem, where there is no file to point into. */
export function problemTexts(shape: AnyShape, value: unknown): readonly string[] {
  return salvage(shape, value).problems.map(({ path, message, hint }) => {
    const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
    return visible(`${place.replace(/^\./, '')}${place && ': '}${message}${hint ? `; ${hint}` : ''}`);
  });
}

function keep(shape: AnyShape, value: unknown, path: Path, into: Salvage): unknown {
  const kept = keepForm(shape, value, path, into);
  if (shape.rule !== undefined && kept !== undefined)
    for (const problem of shape.rule(kept, value))
      into.problems.push({ ...problem, path: [...path, ...problem.path] });
  return kept;
}

function keepForm(shape: AnyShape, value: unknown, path: Path, into: Salvage): unknown {
  if (shape.type === 'object' && isMap(value)) return keepFields(shape, value, path, into);
  if (shape.type === 'array' && Array.isArray(value)) return keepItems(shape, value, path, into);
  if (shape.type === 'record' && isMap(value)) return keepRecord(shape.item, value, path, into);
  const option = shape.type === 'union' ? meantOption(shape, value) : undefined;
  if (option) return keep(option, value, path, into);
  if (fits(shape, value)) return value;
  into.problems.push({ path, ...sayMisfit(shape, value, into.suggest) });
  return undefined;
}

/** A map with more strangers than this is not the map it should be; the first ones show that. */
const MOST_UNKNOWN_KEYS = 100;

function keepFields(shape: MapShape, value: object, path: Path, into: Salvage): unknown {
  const { fields, isOpen } = shape;
  const written = new Map<string, unknown>(Object.entries(value));
  const known = Object.keys(fields);
  const strangers = isOpen ? [] : [...written.keys()].filter((name) => !known.includes(name));
  for (const key of strangers.slice(0, MOST_UNKNOWN_KEYS)) {
    const others = `known here: ${knownKeys(shape).join(', ')}`;
    const hint = into.suggest(key, known) || others;
    into.problems.push({ path: [...path, key], message: `unknown key "${key}"`, hint, isOfKey: true });
  }
  const kept: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const inner = 'optional' in field ? field.optional : field;
    const isThere = written.has(key) && (written.get(key) !== undefined || inner === field);
    const part = isThere ? keep(inner, written.get(key), [...path, key], into) : undefined;
    if (part !== undefined) kept[key] = part;
    if (!written.has(key) && inner === field) into.problems.push({ path, message: `"${key}" is missing` });
  }
  return kept;
}

function keepItems(shape: ListShape, value: readonly unknown[], path: Path, into: Salvage): unknown {
  const before = into.problems.length;
  const items = value.map((item, index) => keep(shape.item, item, [...path, index], into));
  const isWrongNumber = value.length < shape.least || value.length > shape.most;
  if (isWrongNumber && into.problems.length === before)
    into.problems.push({ path, ...sayMisfit(shape, value, into.suggest) });
  return items;
}

function keepRecord(item: AnyShape, value: object, path: Path, into: Salvage): unknown {
  const kept = Object.entries(value).map(
    ([key, part]) => [key, keep(item, part, [...path, key], into)] as const,
  );
  return Object.fromEntries(kept.filter(([, part]) => part !== undefined));
}

type UnionShape = AnyShape & { readonly type: 'union' };

/** Of several forms, the one that fits, or else the one the writer meant: a map is never a misspelt string. */
export function meantOption({ options, by }: UnionShape, value: unknown): AnyShape | undefined {
  if (by !== undefined)
    return isMap(value) ? (variant(options, by, value) ?? unknownVariant(options, by)) : undefined;
  const alike = options.filter((option) => kindsOf(option).includes(kindOf(value)));
  const fitting = alike.find((option) => fits(option, value));
  return fitting ?? alike.toSorted((a, b) => keysIn(b, value) - keysIn(a, value))[0];
}

/** Complains about the one key that tells the variants apart, and about nothing else. */
function unknownVariant(options: readonly AnyShape[], by: string): AnyShape {
  const words = options.map((option) => String(wordOf(option, by)));
  return { type: 'object', fields: { [by]: { type: 'enum', words } }, isOpen: true };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The `typeof` words a form can have, a list being an `array`. */
function kindsOf(shape: AnyShape): readonly string[] {
  if (shape.type === 'union') return shape.options.flatMap(kindsOf);
  if (shape.type === 'enum') return ['string'];
  if (shape.type === 'literal') return [kindOf(shape.value)];
  return [shape.type === 'record' ? 'object' : shape.type];
}

/** How many keys of a value a form knows. */
function keysIn(shape: AnyShape, value: unknown): number {
  if (shape.type === 'union') return Math.max(0, ...shape.options.map((option) => keysIn(option, value)));
  if (shape.type !== 'object' || !isMap(value)) return 0;
  return Object.keys(value).filter((key) => Object.hasOwn(shape.fields, key)).length;
}
