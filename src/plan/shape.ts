/** A form without the type of its value. */
export type AnyShape = { readonly about?: string } & (
  | { readonly type: 'string'; readonly pattern?: RegExp }
  | {
      readonly type: 'number';
      readonly whole: boolean;
      readonly least: number;
      readonly most: number;
    }
  | { readonly type: 'boolean' }
  | { readonly type: 'literal'; readonly value: number }
  | { readonly type: 'enum'; readonly words: readonly string[] }
  | {
      readonly type: 'array';
      readonly item: AnyShape;
      readonly least: number;
      readonly most: number;
    }
  | { readonly type: 'record'; readonly item: AnyShape }
  | { readonly type: 'union'; readonly options: readonly AnyShape[] }
  | { readonly type: 'object'; readonly fields: Fields }
);

declare const typed: unique symbol;

/**
 * The form of a written value, as plain data: walked to complain about a file, written out as a JSON schema. Plain,
 * because a command that checks one small file must not first build hundreds of validators.
 */
export type Shape<T> = AnyShape & { readonly [typed]?: () => T };

/** A key that may be left out. */
export type Optional<T> = { readonly optional: AnyShape; readonly [typed]?: () => T };

export type Fields = Readonly<Record<string, AnyShape | { readonly optional: AnyShape }>>;

/** The type of what a shape describes. */
export type Infer<S> = S extends { readonly [typed]?: () => infer T } ? T : never;

type OptionalKey<F> = {
  [Key in keyof F]: F[Key] extends { readonly optional: AnyShape } ? Key : never;
}[keyof F];

type InferFields<F> = { readonly [Key in Exclude<keyof F, OptionalKey<F>>]: Infer<F[Key]> } & {
  readonly [Key in OptionalKey<F>]?: Infer<F[Key]> | undefined;
};

export function text(pattern?: RegExp): Shape<string> {
  return pattern === undefined ? { type: 'string' } : { type: 'string', pattern };
}

export function whole(least: number, most: number): Shape<number> {
  return { type: 'number', whole: true, least, most };
}

export function decimal(least: number, most: number): Shape<number> {
  return { type: 'number', whole: false, least, most };
}

export function truth(): Shape<boolean> {
  return { type: 'boolean' };
}

export function exactly<const T extends number>(value: T): Shape<T> {
  return { type: 'literal', value };
}

export function oneOf<const T extends readonly string[]>(words: T): Shape<T[number]> {
  return { type: 'enum', words };
}

type Bounds = { readonly least?: number; readonly most?: number };

export function listOf<S extends AnyShape>(item: S, bounds: Bounds = {}): Shape<readonly Infer<S>[]> {
  return { type: 'array', item, least: bounds.least ?? 0, most: bounds.most ?? Infinity };
}

export function recordOf<S extends AnyShape>(item: S): Shape<Readonly<Record<string, Infer<S>>>> {
  return { type: 'record', item };
}

export function either<const S extends readonly AnyShape[]>(options: S): Shape<Infer<S[number]>> {
  return { type: 'union', options };
}

/** A map with these keys and no others: a misspelt key is an error, not a silent default. */
export function mapOf<const F extends Fields>(fields: F): Shape<InferFields<F>> {
  return { type: 'object', fields };
}

export function optional<S extends AnyShape>(shape: S): Optional<Infer<S>> {
  return { optional: shape };
}

/** With a sentence for whoever writes the file. */
export function described<S extends AnyShape>(shape: S, about: string): Shape<Infer<S>> {
  return { ...shape, about };
}
