import { type Detected, detectSecrets, type FileChange } from '../detect/index.ts';
import type { Hub } from '../ports/git.ts';
import type { Gate, Work } from './gate.ts';
import { LARGEST_FILE } from './load-changes.ts';

/** Nothing that opens a door is written down (BEYOND-09). */
export const secrets: Gate = {
  name: 'secrets',
  asks: 'Does the change add passwords, keys or tokens?',
  tells: ['Passwords, keys and tokens, in any commit'],
  check: async ({ hub }, work) => ({
    detected: [...work.changes.flatMap(detectSecrets), ...(await secretsInHistory(hub, work))],
  }),
};

/** What one commit adds and a later one removes is in the history of everybody who gets the branch. */
export async function secretsInHistory(
  hub: Pick<Hub, 'pastFiles'>,
  { base, head, changes }: Pick<Work, 'base' | 'head' | 'changes'>,
): Promise<readonly Detected[]> {
  const seen = new Set(changes.flatMap(({ after }) => after?.blob ?? []));
  const past = await hub.pastFiles(base, head, LARGEST_FILE);
  return past
    .filter(({ blob, bytes }) => !seen.has(blob) && !bytes.subarray(0, 8000).includes(0))
    .flatMap(({ path, blob, bytes }) => {
      const text = new TextDecoder().decode(bytes);
      const before = changes.find((change) => change.path === path)?.before ?? null;
      const change: FileChange = { path, before, after: { mode: '100644', blob, text, unread: null } };
      return detectSecrets(change).map((found) => ({ ...found, message: inHistory(found.message) }));
    });
}

function inHistory(message: string): string {
  return message.replace('This line adds', 'A commit of this branch, changed by a later one, adds');
}
