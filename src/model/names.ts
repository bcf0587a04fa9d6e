/** Ticket, epic, milestone and criterion ids: safe in a ref, a path, a shell and a log line. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Why an id cannot be used, or undefined when it can (DISPATCH-13). */
export function idProblem(id: string): string | undefined {
  if (!ID.test(id))
    return 'must start with a letter or digit and have at most 64 letters, digits, ".", "_" or "-"';
  if (id.endsWith('.lock')) return 'must not end in ".lock" (git reserves it)';
  if (id.endsWith('.')) return 'must not end in "." (git refuses such a branch)';
  if (id.includes('..')) return 'must not contain ".." (git refuses such a branch)';
  return undefined;
}

/** A ref that was brought to the queue, for people: `feature`, `origin/feature`, `#7`. */
export function shortBranch(ref: string): string {
  const pull = /^refs\/pull\/(\d+)\/head$/.exec(ref);
  return pull === null ? ref.replace(/^refs\/(?:heads|remotes)\//, '') : `#${pull[1]}`;
}

/** Text of a ticket as one line of a commit message: no control or invisible characters, not longer than a line. */
export function oneLine(text: string): string {
  const flat = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return flat.length > 200 ? `${flat.slice(0, 199)}…` : flat;
}

/**
 * The message of the commit by which a ticket lands. Its subject has the words of git's own merges, which hooks that demand a
 * form of messages leave alone.
 */
export function landingMessage(ticket: string, title: string, run: number, gate = ''): string {
  const judged = gate === '' ? '' : `Gate: ${gate}\n`;
  return `Merge ${ticket} into epic: ${oneLine(title)}\n\nTicket: ${ticket}\nRun: ${run}\n${judged}`;
}

/** A name in a command that people may copy. */
export function shellWord(text: string): string {
  return /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
