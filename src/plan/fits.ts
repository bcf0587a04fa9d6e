import type { AnyShape, Fields } from './shape.ts';

/** Whether a value has the form, down to its last part. */
export function fits(shape: AnyShape, value: unknown): boolean {
  switch (shape.type) {
    case 'string':
      return typeof value === 'string' && (shape.pattern === undefined || shape.pattern.test(value));
    case 'number':
      return isNumber(shape, value) && value >= shape.least && value <= shape.most;
    case 'boolean':
      return typeof value === 'boolean';
    case 'literal':
      return value === shape.value;
    case 'enum':
      return typeof value === 'string' && shape.words.includes(value);
    case 'array':
      return Array.isArray(value) && hasFittingItems(shape, value);
    case 'record':
      return isMap(value) && Object.values(value).every((item) => fits(shape.item, item));
    case 'union':
      return shape.options.some((option) => fits(option, value));
    case 'object':
      return isMap(value) && hasFittingFields(shape.fields, value);
  }
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A number of the right kind, whatever its size. */
export function isNumber(shape: { readonly whole: boolean }, value: unknown): value is number {
  return shape.whole ? Number.isInteger(value) : Number.isFinite(value);
}

function hasFittingItems(shape: AnyShape & { readonly type: 'array' }, value: readonly unknown[]): boolean {
  const isRightNumber = value.length >= shape.least && value.length <= shape.most;
  return isRightNumber && value.every((item) => fits(shape.item, item));
}

function hasFittingFields(fields: Fields, value: Readonly<Record<string, unknown>>): boolean {
  if (Object.keys(value).some((key) => !Object.hasOwn(fields, key))) return false;
  return Object.entries(fields).every(([key, field]) => {
    if ('optional' in field) return !Object.hasOwn(value, key) || fits(field.optional, value[key]);
    return Object.hasOwn(value, key) && fits(field, value[key]);
  });
}
