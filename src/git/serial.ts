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
