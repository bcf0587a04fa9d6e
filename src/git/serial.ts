/** Lets one piece of work at a time through, in the order they came. */
export type Serial = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function serial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** One value for each object that it is asked for, made at the first question; it goes with the object. */
export function onceFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: make(key) };
    known.set(key, found);
    return found.value;
  };
}

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
