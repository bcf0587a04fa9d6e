import { diffWithout, withheldBy } from '../privacy.ts';
import type { Desk } from './desk.ts';

/** What a reviewer is shown of the change; nothing of a withheld file is in the diff. */
export async function shownDiff(
  { inputs, ports }: Pick<Desk, 'inputs' | 'ports'>,
  head: string,
): Promise<{ readonly files: readonly string[]; readonly diff: string }> {
  const denied = withheldBy(inputs.config.privacy.deny);
  const changes = await ports.hub.changes(inputs.from, head);
  const withheld = changes.filter(({ path }) => denied?.has(path) === true);
  return {
    files: changes.filter((change) => !withheld.includes(change)).map(({ path }) => path),
    diff: await diffWithout(ports.hub, { base: inputs.from, commit: head }, withheld),
  };
}
