/** A ref that was brought to the queue, for people: `feature`, `origin/feature`, `#7`. */
export function shortBranch(ref: string): string {
  const pull = /^refs\/pull\/(\d+)\/head$/.exec(ref);
  return pull === null ? ref.replace(/^refs\/(?:heads|remotes)\//, '') : `#${pull[1]}`;
}
