/** A text with every name looked up: what is left open is known at run time only, or by whoever calls. */
export type Flat =
  | string
  | { readonly hole: string }
  | { readonly parameter: number; readonly of: string; readonly file: string; readonly key?: string };

export type FlatText = readonly Flat[];
