/** Remembers the last few answers of a question about something that never changes; a failure is asked again. */
export function memoizeLast<Value>(
  most: number,
  ask: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const answer = ask(key);
    known.set(key, answer);
    answer.catch(() => known.delete(key));
    const oldest = known.size > most ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    return answer;
  };
}
