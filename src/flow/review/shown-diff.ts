import { withheldBy } from '../privacy.ts';
import type { Desk } from './desk.ts';

/** A little more than a prompt has room for, so that a cut shows. */
const LONGEST_DIFF = 60_000;

/** What a reviewer is shown of the change; a withheld file is left as it was, so nothing of it is in the diff. */
export async function shownDiff(
  { inputs, ports }: Pick<Desk, 'inputs' | 'ports'>,
  head: string,
): Promise<{ readonly files: readonly string[]; readonly diff: string }> {
  const { hub } = ports;
  const denied = withheldBy(inputs.config.privacy.deny);
  const changes = await hub.changes(inputs.from, head);
  const withheld = changes.filter(({ path }) => denied?.has(path) === true);
  const after =
    withheld.length === 0
      ? head
      : await hub.compose(head, new Map(withheld.map(({ path, before }) => [path, before])));
  return {
    files: changes.filter((change) => !withheld.includes(change)).map(({ path }) => path),
    diff: await hub.diff(inputs.from, after, LONGEST_DIFF),
  };
}
