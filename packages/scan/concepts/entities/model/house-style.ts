const FEWEST = 8;
/** Less than this is a choice. */
const SHARE = 0.6;

/** Whether a project does next to never do a thing, so that not doing it is a choice and no slip. */
export function isHouseStyle<T>(all: readonly T[], does: (each: T) => boolean): boolean {
  return all.length >= FEWEST && all.filter(does).length < all.length * SHARE;
}
