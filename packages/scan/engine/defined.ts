type Optional<T> = {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
type Sure<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] };

/** A copy without the properties that are undefined: a fact leaves out what is not known. */
export function defined<T extends object>(all: T): Sure<T> & Optional<T> {
  const entries = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Sure<T> & Optional<T>;
}
