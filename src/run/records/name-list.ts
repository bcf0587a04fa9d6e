/** Names as an event holds them: none empty, none too long, and not more than it may have. */
export function nameList(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => name !== '')
    .slice(0, 1000)
    .map((name) => name.slice(0, 200));
}
