/** So many words are remembered at most: a file may be made of nothing but new ones. */
const MOST = 20_000;

/** The same answer as the pattern's, which is asked once for every word: a project has few of them, again and again. */
export function remembered(pattern: RegExp): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const answer = pattern.test(word);
    if (known.size >= MOST) known.clear();
    known.set(word, answer);
    return answer;
  };
}
