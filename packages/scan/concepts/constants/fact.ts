import type { Pieces } from '../../syntax/typescript/pieces.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly constants: ConstantFact[];
    readonly bindings: BindingFact[];
  }
}

/** What a name at the top of a module stands for, as far as it is written down. */
export type Value =
  | { readonly text: Pieces }
  | { readonly members: Readonly<Record<string, Value>>; readonly extends?: string }
  /** What a function gives back; its parameters are pieces. */
  | { readonly returns: Pieces }
  | { readonly list: readonly Value[] }
  /** Something that sends requests, with what it puts before every address. */
  | { readonly client: string; readonly base: Pieces }
  /** A function that gives no text back, or something that routes hang on: known to be there. */
  | { readonly is: 'function' | 'router' };

export type ConstantFact = { readonly name: string; readonly value: Value };

/** A name taken from another module. `name`: `default`, `*` for all of it, or the name there. */
export type BindingFact = {
  /** The name here; `*` where everything is handed on. */
  readonly local: string;
  readonly from: string;
  readonly name: string;
};
