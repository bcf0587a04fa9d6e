/** Words with spaces between them. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(words(text));
}

/** What each word belongs to: `{ number: 'int long', text: 'char' }` says that `long` is a number. */
export function byWord<T extends string>(lists: { readonly [K in T]?: string }): ReadonlyMap<string, T> {
  const names = Object.keys(lists) as T[];
  return new Map(names.flatMap((name) => words(lists[name] ?? '').map((word) => [word, name])));
}
