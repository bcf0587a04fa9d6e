/** Waits for work that goes on at the same time; rejects with the failure that comes first in the list. */
export async function inOrder<const Work extends readonly Promise<unknown>[]>(
  work: Work,
): Promise<{ -readonly [Key in keyof Work]: Awaited<Work[Key]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
