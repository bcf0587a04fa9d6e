/**
 * Gives a way to ask for some work: it is done one at a time, and once more if it was asked for meanwhile. What fails is
 * done again after a while, until it is given up.
 */
export function oneAtATime(
  work: () => Promise<void>,
  againMs: number,
): { readonly ask: () => void; readonly giveUp: () => void } {
  let isBusy = false;
  let isAsked = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const ask = (): void => {
    isAsked = true;
    if (!isBusy) void workAll();
  };
  const workAll = async (): Promise<void> => {
    isBusy = true;
    try {
      for (; isAsked; await work()) isAsked = false;
    } catch {
      if (!isOver) timer = setTimeout(ask, againMs);
    } finally {
      isBusy = false;
    }
  };
  const giveUp = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  return { ask, giveUp };
}
