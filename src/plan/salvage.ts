import type { z } from 'zod';
import { type Complaint, complain, complainOfKey, type Path, type Remark } from './complaint.ts';
import type { Suggest } from './nearest.ts';
import type { YamlSource } from './yaml-source.ts';

/** A written value of which parts may be missing because they were wrong and have been complained about. */
export type Salvaged<T> = T extends readonly (infer Item)[]
  ? readonly (Salvaged<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: Salvaged<T[Key]> | undefined }
    : T;

type Definition = {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly pattern?: RegExp } } }[];
};

export type Salvaging = { readonly source: YamlSource; readonly suggest: Suggest };

type Salvage = Salvaging & { readonly complaints: Complaint[] };

/**
 * Check a value against a shape, part by part: what is wrong is complained about and left out, the rest is kept,
 * so that one mistake does not hide the others.
 */
export function salvage<T>(
  schema: z.ZodType<T>,
  { source, suggest }: Salvaging,
): { readonly value: Salvaged<T> | undefined; readonly complaints: readonly Complaint[] } {
  const complaints: Complaint[] = [];
  const value = keep(schema, source.value, [], { source, suggest, complaints });
  return { value: value as Salvaged<T> | undefined, complaints };
}

function isRecord(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

function keep(schema: z.ZodType, value: unknown, path: Path, into: Salvage): unknown {
  const definition = definitionOf(schema);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (definition.shape && isRecord(value) && !Array.isArray(value))
    return keepFields(definition.shape, value, path, into);
  if (definition.element && Array.isArray(value))
    return keepItems(schema, definition.element, value, { path, into });
  if (definition.valueType && isRecord(value) && !Array.isArray(value))
    return keepRecord(definition.valueType, value, path, into);
  const fitting = meantOption(definition.options ?? [], value);
  if (fitting) return keep(fitting, value, path, into);
  say(path, into, sayIssue(definition, parsed.error.issues[0], { value, suggest: into.suggest }));
  return undefined;
}

/** A map with more strangers than this is not the map it should be; the first ones show that. */
const MOST_UNKNOWN_KEYS = 100;

function keepFields(
  shape: Readonly<Record<string, z.ZodType>>,
  value: object,
  path: Path,
  into: Salvage,
): unknown {
  const written = new Map<string, unknown>(Object.entries(value));
  const known = Object.keys(shape);
  for (const key of [...written.keys()].filter((name) => !known.includes(name)).slice(0, MOST_UNKNOWN_KEYS)) {
    const hint =
      into.suggest(key, known) || `known here: ${known.filter((name) => name !== '$schema').join(', ')}`;
    into.complaints.push(
      complainOfKey(into.source, [...path, key], { message: `unknown key "${key}"`, hint }),
    );
  }
  const kept = Object.entries(shape).map(([key, schema]) => {
    if (written.has(key)) return [key, keep(schema, written.get(key), [...path, key], into)] as const;
    if (!schema.safeParse(undefined).success) say(path, into, { message: `"${key}" is missing` });
    return [key, undefined] as const;
  });
  return Object.fromEntries(kept.filter(([, part]) => part !== undefined));
}

type Place = { readonly path: Path; readonly into: Salvage };

function keepItems(
  schema: z.ZodType,
  element: z.ZodType,
  value: readonly unknown[],
  { path, into }: Place,
): unknown {
  const before = into.complaints.length;
  const items = value.map((item, index) => keep(element, item, [...path, index], into));
  // Every item is fine, so it must be their number that is not.
  if (into.complaints.length === before) {
    const issue = schema.safeParse(value).error?.issues[0];
    say(path, into, sayIssue(definitionOf(schema), issue, { value, suggest: into.suggest }));
  }
  return items;
}

function keepRecord(valueType: z.ZodType, value: object, path: Path, into: Salvage): unknown {
  const kept = Object.entries(value).map(
    ([key, part]) => [key, keep(valueType, part, [...path, key], into)] as const,
  );
  return Object.fromEntries(kept.filter(([, part]) => part !== undefined));
}

/** Of several forms, the one the writer meant: a map is never a misspelt string. */
function meantOption(options: readonly z.ZodType[], value: unknown): z.ZodType | undefined {
  const alike = options.filter((option) =>
    kindOf(option).includes(Array.isArray(value) ? 'array' : typeof value),
  );
  return alike.find((option) => hasKeyOf(option, value)) ?? alike[0];
}

/** The `typeof` words a form can have. */
function kindOf(option: z.ZodType): readonly string[] {
  const { type, options } = definitionOf(option);
  if (options) return options.flatMap(kindOf);
  return [type === 'enum' ? 'string' : type];
}

function hasKeyOf(option: z.ZodType, value: unknown): boolean {
  const { shape, options } = definitionOf(option);
  if (options) return options.some((inner) => hasKeyOf(inner, value));
  return shape !== undefined && isRecord(value) && Object.keys(value).some((key) => key in shape);
}

/** Optional wrappers say nothing about the shape. */
function definitionOf(schema: z.ZodType): Definition {
  const definition = schema.def as unknown as Definition;
  if (definition.type === 'optional' && definition.innerType) return definitionOf(definition.innerType);
  return definition.type === 'enum' ? { ...definition, values: enumWords(schema) } : definition;
}

function enumWords(schema: z.ZodType): readonly unknown[] {
  const inner = schema as unknown as { readonly options?: readonly unknown[] };
  return inner.options ?? [];
}

function say(path: Path, into: Salvage, remark: Remark): void {
  into.complaints.push(complain(into.source, path, remark));
}

type Said = { readonly value: unknown; readonly suggest: Suggest };

type Issue = z.core.$ZodIssue | undefined;

/** Our words for what is wrong, with the way out where there is one. */
function sayIssue(definition: Definition, issue: Issue, { value, suggest }: Said): Remark {
  const words = definition.type === 'enum' ? definition.values : undefined;
  if (words && typeof value === 'string') {
    return {
      message: `"${value}" is not one of ${words.join(', ')}`,
      hint: suggest(value, words.map(String)),
    };
  }
  if (issue?.code === 'too_small' || issue?.code === 'too_big') return outOfRange(issue, value);
  if (issue?.code === 'invalid_format') return badFormat(issue.pattern ?? '', value);
  return {
    message: `must be ${expected(definition)}, not ${described(value)}`,
    hint: wayOut(definition, value),
  };
}

function outOfRange(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig, value: unknown): Remark {
  const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  if (!Array.isArray(value)) return { message: `must be ${bound}, not ${String(value)}` };
  return { message: `must have ${bound} ${bound.endsWith(' 1') ? 'entry' : 'entries'}, not ${value.length}` };
}

function badFormat(pattern: string, value: unknown): Remark {
  if (pattern.includes(UNITS)) return { message: `"${String(value)}" is not a duration`, hint: DURATIONS };
  if (pattern.includes('https?')) return { message: `"${String(value)}" is not an http or https address` };
  if (pattern.includes('A-Za-z_')) return { message: `"${String(value)}" is not the name of a variable` };
  return { message: 'must not be empty' };
}

function expected(definition: Definition): string {
  switch (definition.type) {
    case 'string':
      return 'text';
    case 'number':
      return definition.format === undefined ? 'a number' : 'a whole number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    case 'object':
    case 'record':
      return 'a map of keys and values';
    case 'literal':
    case 'enum':
      return (definition.values ?? []).length === 1
        ? String(definition.values)
        : `one of ${(definition.values ?? []).join(', ')}`;
    default:
      return [...new Set((definition.options ?? []).map((option) => expected(definitionOf(option))))].join(
        ' or ',
      );
  }
}

function described(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  return JSON.stringify(value);
}

function wayOut(definition: Definition, value: unknown): string {
  if (definition.type !== 'string' || typeof value === 'object') return '';
  return isDuration(definition) ? DURATIONS : `put it in quotes: "${JSON.stringify(value)}"`;
}

const DURATIONS = 'write 90s, 10m or 4h';
const UNITS = '(ms|s|m|h|d)';

function isDuration({ checks = [] }: Definition): boolean {
  return checks.some(({ _zod }) => _zod.def.pattern?.source.includes(UNITS));
}
