/** Waits for work that goes on at the same time; rejects with the failure that comes first in the list. */
export async function inOrder<Values extends readonly unknown[]>(
  work: readonly [...{ [Key in keyof Values]: Promise<Values[Key]> }],
): Promise<Values> {
  const ends = await Promise.allSettled(work as readonly Promise<unknown>[]);
  const values = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  return values as unknown as Values;
}
