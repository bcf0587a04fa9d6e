import { type Complaint, complain, complainOfKey, type Path, type Remark } from './complaint.ts';
import type { Suggest } from './suggest.ts';
import { sayMisfit } from './say-misfit.ts';
import { fits, isMap } from './fits.ts';
import type { AnyShape, Fields, Shape } from './shape.ts';
import type { YamlSource } from './yaml-source.ts';

/** A written value of which parts may be missing because they were wrong and have been complained about. */
export type Salvaged<T> = T extends readonly (infer Item)[]
  ? readonly (Salvaged<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: Salvaged<T[Key]> | undefined }
    : T;

export type Salvaging = { readonly source: YamlSource; readonly suggest: Suggest };

type Salvage = Salvaging & { readonly complaints: Complaint[] };

/**
 * Check a value against a shape, part by part: what is wrong is complained about and left out, the rest is kept,
 * so that one mistake does not hide the others.
 */
export function salvage<T>(
  shape: Shape<T>,
  { source, suggest }: Salvaging,
): { readonly value: Salvaged<T> | undefined; readonly complaints: readonly Complaint[] } {
  const complaints: Complaint[] = [];
  const value = keep(shape, source.value, [], { source, suggest, complaints });
  return { value: value as Salvaged<T> | undefined, complaints };
}

function keep(shape: AnyShape, value: unknown, path: Path, into: Salvage): unknown {
  if (shape.type === 'object' && isMap(value)) return keepFields(shape.fields, value, path, into);
  if (shape.type === 'array' && Array.isArray(value)) return keepItems(shape, value, path, into);
  if (shape.type === 'record' && isMap(value)) return keepRecord(shape.item, value, path, into);
  const option = shape.type === 'union' ? meantOption(shape.options, value) : undefined;
  if (option) return keep(option, value, path, into);
  if (fits(shape, value)) return value;
  say(path, into, sayMisfit(shape, value, into.suggest));
  return undefined;
}

/** A map with more strangers than this is not the map it should be; the first ones show that. */
const MOST_UNKNOWN_KEYS = 100;

function keepFields(fields: Fields, value: object, path: Path, into: Salvage): unknown {
  const written = new Map<string, unknown>(Object.entries(value));
  const known = Object.keys(fields);
  for (const key of [...written.keys()].filter((name) => !known.includes(name)).slice(0, MOST_UNKNOWN_KEYS)) {
    const hint =
      into.suggest(key, known) || `known here: ${known.filter((name) => name !== '$schema').join(', ')}`;
    into.complaints.push(
      complainOfKey(into.source, [...path, key], { message: `unknown key "${key}"`, hint }),
    );
  }
  const kept: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const shape = 'optional' in field ? field.optional : field;
    const part = written.has(key) ? keep(shape, written.get(key), [...path, key], into) : undefined;
    if (part !== undefined) kept[key] = part;
    if (!written.has(key) && shape === field) say(path, into, { message: `"${key}" is missing` });
  }
  return kept;
}

type ListShape = AnyShape & { readonly type: 'array' };

function keepItems(shape: ListShape, value: readonly unknown[], path: Path, into: Salvage): unknown {
  const before = into.complaints.length;
  const items = value.map((item, index) => keep(shape.item, item, [...path, index], into));
  const wrongNumber = value.length < shape.least || value.length > shape.most;
  if (wrongNumber && into.complaints.length === before)
    say(path, into, sayMisfit(shape, value, into.suggest));
  return items;
}

function keepRecord(item: AnyShape, value: object, path: Path, into: Salvage): unknown {
  const kept = Object.entries(value).map(
    ([key, part]) => [key, keep(item, part, [...path, key], into)] as const,
  );
  return Object.fromEntries(kept.filter(([, part]) => part !== undefined));
}

/** Of several forms, the one that fits, or else the one the writer meant: a map is never a misspelt string. */
function meantOption(options: readonly AnyShape[], value: unknown): AnyShape | undefined {
  const alike = options.filter((option) =>
    kindsOf(option).includes(Array.isArray(value) ? 'array' : typeof value),
  );
  const fitting = alike.find((option) => fits(option, value));
  return fitting ?? alike.find((option) => hasKeyOf(option, value)) ?? alike[0];
}

/** The `typeof` words a form can have, a list being an `array`. */
function kindsOf(shape: AnyShape): readonly string[] {
  if (shape.type === 'union') return shape.options.flatMap(kindsOf);
  if (shape.type === 'enum') return ['string'];
  return [shape.type === 'record' ? 'object' : shape.type];
}

function hasKeyOf(shape: AnyShape, value: unknown): boolean {
  if (shape.type === 'union') return shape.options.some((option) => hasKeyOf(option, value));
  return (
    shape.type === 'object' &&
    isMap(value) &&
    Object.keys(value).some((key) => Object.hasOwn(shape.fields, key))
  );
}

function say(path: Path, into: Salvage, remark: Remark): void {
  into.complaints.push(complain(into.source, path, remark));
}
