/** A place in a value: keys of maps and indexes of lists. */
export type Path = readonly (string | number)[];

/** What is wrong, and the way out where there is one. */
export type Remark = { readonly message: string; readonly hint?: string };

/** One thing that is wrong with a value. */
export type Problem = Remark & {
  readonly path: Path;
  /** It is about the key itself and not about its value. */
  readonly isOfKey?: boolean;
};

/** A written value of which parts may be missing because they were wrong and have been complained about. */
export type Salvaged<T> = T extends readonly (infer Item)[]
  ? readonly (Salvaged<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: Salvaged<T[Key]> | undefined }
    : T;

/** The form of a value without its types. */
export type AnyShape = {
  readonly about?: string;
  /** Makes the normal form of what was written, its parts being in theirs already. */
  // A method: each shape takes values of its own form, and whoever calls it has checked that.
  to?(value: unknown): unknown;
  /** What the form cannot say, about what could be kept and what was written; what breaks it is kept all the same. */
  rule?(value: unknown, written: unknown): readonly Problem[];
} & (
  | TextShape
  | { readonly type: 'number'; readonly whole: boolean; readonly least: number; readonly most: number }
  | { readonly type: 'boolean' | 'any' }
  | { readonly type: 'literal'; readonly value: string | number | null }
  | { readonly type: 'enum'; readonly words: readonly string[] }
  | ListShape
  | { readonly type: 'record'; readonly item: AnyShape }
  | { readonly type: 'union'; readonly options: readonly AnyShape[]; readonly by?: string }
  | MapShape
);

type TextShape = { readonly type: 'string' } & TextForm;

type TextForm = {
  readonly pattern?: RegExp;
  /** How long it may be. */
  readonly least?: number;
  readonly most?: number;
  /** What is wrong with a text of another form: `is not a duration`, or `must be …` where it must not be quoted. */
  readonly wrong?: string;
  readonly hint?: string;
};

export type ListShape = {
  readonly type: 'array';
  readonly item: AnyShape;
  readonly least: number;
  readonly most: number;
};

export type MapShape = {
  readonly type: 'object';
  readonly fields: Fields;
  /** Other keys are passed over. */
  readonly isOpen?: boolean;
  /** The normal form has only what was written, without defaults. */
  readonly isSparse?: boolean;
};

/** A key that must be there, or one that may be left out, with what counts then. */
type Field = AnyShape | { readonly optional: AnyShape; readonly or?: unknown };

export type Fields = Readonly<Record<string, Field>>;

declare const typed: unique symbol;

type Typed<Out, In> = { readonly [typed]?: readonly [Out, In] };

/**
 * The form of a value as plain data, from which all else follows: `Infer` is the type of its normal form, `Written` that
 * of what is written; `fits` and `salvage` check a value, `normal` completes it, `jsonSchema` tells it to an editor.
 * Plain, because a command that checks one small file must not first build hundreds of validators.
 */
export type Shape<Out, In = Out> = AnyShape & Typed<Out, In>;

/** A key that may be left out and is then missing in the normal form. */
export type Optional<Out, In = Out> = { readonly optional: AnyShape } & Typed<Out, In>;

/** A key that may be left out and has a default then. */
export type Defaulted<Out, In = Out> = Optional<Out, In> & { readonly or: unknown };

/** The type of the normal form. */
export type Infer<S> = S extends { readonly [typed]?: readonly [infer Out, unknown] } ? Out : never;

/** The type of what is written. */
export type Written<S> = S extends { readonly [typed]?: readonly [unknown, infer In] } ? In : never;

type Skipped<F> = {
  [Key in keyof F]: F[Key] extends { readonly optional: AnyShape } ? Key : never;
}[keyof F];

type Missing<F> = {
  [Key in Skipped<F>]: F[Key] extends { readonly or: unknown } ? never : Key;
}[Skipped<F>];

type Flat<T> = { readonly [Key in keyof T]: T[Key] };

/** The normal form of these keys. */
export type InferFields<F> = Flat<
  { readonly [Key in Exclude<keyof F, Missing<F>>]: Infer<F[Key]> } & {
    readonly [Key in Missing<F>]?: Infer<F[Key]> | undefined;
  }
>;

export type WrittenFields<F> = Flat<
  { readonly [Key in Exclude<keyof F, Skipped<F>>]: Written<F[Key]> } & {
    readonly [Key in Skipped<F>]?: Written<F[Key]> | undefined;
  }
>;

export function text(form: TextForm = {}): Shape<string> {
  return { type: 'string', ...form };
}

export function whole(least = 0, most = Number.MAX_SAFE_INTEGER): Shape<number> {
  return { type: 'number', whole: true, least, most };
}

export function decimal(least = -Infinity, most = Infinity): Shape<number> {
  return { type: 'number', whole: false, least, most };
}

export function truth(): Shape<boolean> {
  return { type: 'boolean' };
}

export function anything(): Shape<unknown> {
  return { type: 'any' };
}

export function exactly<const T extends string | number | null>(value: T): Shape<T> {
  return { type: 'literal', value };
}

export function oneOf<const T extends readonly string[]>(words: T): Shape<T[number]> {
  return { type: 'enum', words };
}

type Bounds = { readonly least?: number; readonly most?: number };

export function listOf<S extends AnyShape>(
  item: S,
  { least = 0, most = Infinity }: Bounds = {},
): Shape<readonly Infer<S>[], readonly Written<S>[]> {
  return { type: 'array', item, least, most };
}

export function recordOf<S extends AnyShape>(
  item: S,
): Shape<Readonly<Record<string, Infer<S>>>, Readonly<Record<string, Written<S>>>> {
  return { type: 'record', item };
}

export function either<const S extends readonly AnyShape[]>(
  options: S,
): Shape<Infer<S[number]>, Written<S[number]>> {
  return { type: 'union', options };
}

/** Maps that are told apart by the literal under one key. */
export function variants<const S extends readonly AnyShape[]>(
  by: string,
  options: S,
): Shape<Infer<S[number]>, Written<S[number]>> {
  return { type: 'union', options, by };
}

export function nullable<S extends AnyShape>(shape: S): Shape<Infer<S> | null, Written<S> | null> {
  return { type: 'union', options: [shape, exactly(null)] };
}

/** A map with these keys and no others: a misspelt key is an error, not a silent default. */
export function mapOf<const F extends Fields>(fields: F): Shape<InferFields<F>, WrittenFields<F>> {
  return { type: 'object', fields };
}

/** A map of somebody else's, of which these keys are used. */
export function openMapOf<const F extends Fields>(fields: F): Shape<InferFields<F>, WrittenFields<F>> {
  return { type: 'object', fields, isOpen: true };
}

/** A map that is laid over another one: its normal form has only the keys that were written. */
export function layerOf<const F extends Fields>(
  fields: F,
): Shape<{ readonly [Key in keyof F]?: Infer<F[Key]> }, WrittenFields<F>> {
  return { type: 'object', fields, isSparse: true };
}

export function optional<S extends AnyShape>(shape: S): Optional<Infer<S>, Written<S>> {
  return { optional: shape };
}

/** A key that may be left out: this counts then, written as a person would; null has no other form. */
export function or<const D, S extends AnyShape>(
  value: D & (Written<S> | null),
  shape: S,
): Defaulted<Infer<S> | (null extends D ? null : never), Written<S>> {
  return { optional: shape, or: value };
}

/** With a sentence for the person who writes the file. */
export function described<S extends AnyShape>(about: string, shape: S): Shape<Infer<S>, Written<S>> {
  return { ...shape, about };
}

/** With a rule that its form cannot say. */
export function obeying<S extends AnyShape>(
  shape: S,
  rule: (value: Salvaged<Written<S>>, written: unknown) => readonly Problem[],
): Shape<Infer<S>, Written<S>> {
  return { ...shape, rule };
}

/** With another normal form, made of the one it has. */
export function turned<S extends AnyShape, Out>(
  shape: S,
  to: (value: Infer<S>) => Out,
): Shape<Out, Written<S>>;
export function turned(shape: AnyShape, to: NonNullable<AnyShape['to']>): AnyShape {
  return { ...shape, to: shape.to === undefined ? to : (value) => to(shape.to?.(value)) };
}

/** Made when it is first asked for: most commands read few of the shapes there are. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The normal form and the written one of what a function makes. */
export type InferOf<Make extends (...given: never[]) => AnyShape> = Infer<ReturnType<Make>>;
export type WrittenOf<Make extends (...given: never[]) => AnyShape> = Written<ReturnType<Make>>;
