/** How many properties, elements and map entries a function looks at in what it is given. Copying is looking too. */
export function readsOf<T extends object>(value: T, use: (watched: T) => unknown): number {
  const seen = new WeakMap<object, object>();
  let reads = 0;
  const watch = (target: unknown): unknown => {
    if (typeof target !== 'object' || target === null) return target;
    const known = seen.get(target);
    if (known !== undefined) return known;
    // The same thing must stay the same thing, or code that compares by identity would do more than it does.
    const watched = new Proxy(target, {
      get(held, key) {
        reads++;
        if (held instanceof Map) return watchedMap(held, key, (size) => (reads += size));
        return watch(Reflect.get(held, key));
      },
    });
    seen.set(target, watched);
    return watched;
  };
  use(watch(value) as T);
  return reads;
}

/** One entry looked up costs one; whoever asks for all of them pays for all. */
function watchedMap(map: Map<unknown, unknown>, key: string | symbol, pay: (reads: number) => void): unknown {
  if (key === 'get') return (wanted: unknown) => map.get(wanted);
  if (key === 'has') return (wanted: unknown) => map.has(wanted);
  pay(map.size);
  const member: unknown = Reflect.get(map, key, map);
  return typeof member === 'function' ? (member.bind(map) as unknown) : member;
}
