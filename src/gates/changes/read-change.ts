import {
  type Detected,
  detectOddities,
  detectProtected,
  detectSecrets,
  detectTampering,
  type FileChange,
  findingsOf,
  isTestFile,
  isUsedBy,
  languageOf,
  meansOther,
  renamedMeanings,
} from '../../detect/index.ts';
import type { Finding } from '../../model/finding.ts';
import type { Hub } from '../../ports/git.ts';
import type { GateContext } from '../context.ts';
import type { Work } from '../gate.ts';
import { LARGEST_FILE } from './load-changes.ts';

type Sides = Pick<Work, 'base' | 'head' | 'changes'>;
type Source = Pick<Hub, 'file' | 'paths' | 'pastFiles'>;

/** What a branch does that no change should: secrets, weakened tests, protected files, things that hide. */
export async function findingsOfChange(
  hub: Source,
  sides: Sides,
  { protect, matches }: Pick<GateContext, 'protect' | 'matches'>,
): Promise<readonly Finding[]> {
  const protection = { protect, matches, mayChange: () => false };
  const isOwn = (path = ''): boolean => protect.some((glob) => matches(glob, path));
  const steered = sides.changes.flatMap((change) => detectProtected(change, protection));
  return [
    ...findingsOf('secrets', await secretsIn(hub, sides)),
    ...findingsOf(
      'protected-files',
      steered.map((found) => (isOwn(found.file) ? found : steering(found))),
    ),
    ...findingsOf('oddities', sides.changes.flatMap(detectOddities)),
    ...findingsOf('tampering', await tamperingIn(hub, sides, () => false)),
  ];
}

/** Outside an epic people change their pipelines on purpose: worth a look, no reason to stop, unless they said so. */
function steering(found: Detected): Detected {
  const what = found.message.slice(0, found.message.indexOf('.'));
  return {
    ...found,
    severity: 'MEDIUM',
    message: `${what}. A change here takes effect outside the reviewed code. Review it by hand.`,
    fix: 'Revert it if it is unintended. Name the path under `protect` in gauntlet.yaml to stop such changes.',
  };
}

/** Tests that say less than before, and names of the language that mean something else for them. */
export async function tamperingIn(
  hub: Pick<Source, 'file' | 'paths'>,
  { base, changes }: Pick<Sides, 'base' | 'changes'>,
  mayChange: (path: string) => boolean,
): Promise<readonly Detected[]> {
  return [...detectTampering(changes, mayChange), ...(await renamedIn(hub, base, changes))];
}

const LARGEST_TEST = 512 * 1024;

/** Names of the language that tests of base use, and that the work gives another meaning. */
async function renamedIn(
  hub: Pick<Source, 'file' | 'paths'>,
  base: string,
  changes: readonly FileChange[],
): Promise<readonly Detected[]> {
  const names = renamedMeanings(changes);
  if (names.length === 0) return [];
  const detected = new Map<string, Detected>();
  for (const path of (await hub.paths(base)).filter(isTestFile)) {
    const asked = names.filter((each) => languageOf(each.path) === languageOf(path));
    const bytes = asked.length === 0 ? undefined : await hub.file(base, path, LARGEST_TEST);
    const test = { path, text: new TextDecoder().decode(bytes) };
    for (const each of asked)
      if (isUsedBy(each, test)) detected.set(`${each.path} ${each.name}`, meansOther(each, path));
  }
  return [...detected.values()];
}

export async function secretsIn(hub: Pick<Source, 'pastFiles'>, sides: Sides): Promise<readonly Detected[]> {
  return [...sides.changes.flatMap(detectSecrets), ...(await secretsInHistory(hub, sides))];
}

/** What one commit adds and a later one removes is in the history of everybody who gets the branch. */
async function secretsInHistory(
  hub: Pick<Source, 'pastFiles'>,
  { base, head, changes }: Sides,
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
