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
import type { GateRule } from '../../model/feedback.ts';
import type { Hub } from '../../ports/git.ts';
import type { GateContext } from '../context.ts';
import type { Gate, Work } from '../gate.ts';
import { LARGEST_FILE } from './load-changes.ts';
import { mayChange, namesPath } from './may-change.ts';

type ChangeContext = Pick<GateContext, 'protect' | 'matches'> & {
  readonly hub: Pick<Hub, 'file' | 'paths' | 'pastFiles'>;
};
type Change = Pick<Work, 'ticket' | 'base' | 'head' | 'changes'>;

/** A gate that needs the change alone: no run of a check, and no ticket. */
type ChangeGate = Omit<Gate, 'check'> & {
  check(context: ChangeContext, work: Change): Promise<Found> | Found;
};

type Found = { readonly detected: readonly Detected[] };

/** Nothing that opens a door is written down (BEYOND-09). */
const secrets: ChangeGate = {
  name: 'secrets',
  asks: 'Does the change add passwords, keys or tokens?',
  tells: ['Passwords, keys and tokens, in any commit'],
  check: async ({ hub }, work) => ({
    detected: [...work.changes.flatMap(detectSecrets), ...(await secretsInHistory(hub, work))],
  }),
};

/** Files that steer this gate, CI, agents or other people's machines stay as they are. */
const protectedFiles: ChangeGate = {
  name: 'protected-files',
  asks: 'Are the files that steer gate, CI and agents untouched?',
  check: (context, work) => {
    const { protect, matches } = context;
    const protection = { protect, matches, mayChange: mayChange(context, work) };
    return { detected: work.changes.flatMap((change) => detectProtected(change, protection)) };
  },
};

/** Links that lead outside, submodules, hidden letters, conflict markers, files nobody can read. */
const oddities: ChangeGate = {
  name: 'oddities',
  asks: 'Is the change free of hidden or misleading content?',
  tells: [
    `Invisible or text-reversing characters in code, conflict markers, binary content under the name of code, files over ${LARGEST_FILE / 1024 / 1024} MB`,
  ],
  check: (context, work) => {
    const isNamed = namesPath(context, work);
    // A large file or a submodule can be what the ticket is about; what deceives never is.
    const isWanted = (rule: GateRule, file = '') =>
      (rule === 'large-file' || rule === 'submodule') && isNamed(file);
    const detected = work.changes.flatMap(detectOddities);
    return { detected: detected.filter(({ rule, file }) => !isWanted(rule, file)) };
  },
};

/** Checks made to say less than before: never a way to pass, not even for remediation (REMEDY-02). */
const tampering: ChangeGate = {
  name: 'tampering',
  asks: 'Do tests and checks still notice what they noticed before?',
  tells: [
    'Existing tests that are deleted, skipped, focused or commented out; assertions that are removed from one, loosened, or cannot fail',
    'Checks that are switched off, thresholds that are lowered, code that ends the program when it is tested',
    'A name of the language (`true`, `len`, `round`) that gets another meaning for existing tests',
    'A lockfile that the package manager did not write, or packages from a registry that was not used before',
  ],
  check: async (context, work) => ({
    detected: [
      ...detectTampering(work.changes, mayChange(context, work)),
      ...(await renamedIn(context.hub, work)),
    ],
  }),
};

/** What no change may do, a ticket's or that of a branch: the cheap ones, which read the change and nothing else. */
export const changeGates = { secrets, protectedFiles, oddities, tampering } as const;

/** The same for a branch that is reviewed: nobody has named files that it may change. */
export async function findingsOfChange(
  hub: ChangeContext['hub'],
  sides: Omit<Change, 'ticket'>,
  { protect, matches }: Omit<ChangeContext, 'hub'>,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const gate of Object.values(changeGates)) {
    const { detected } = await gate.check({ hub, protect, matches }, { ...sides, ticket: null });
    const isOwn = (path = ''): boolean => protect.some((glob) => matches(glob, path));
    const isSoft = ({ file }: Detected): boolean => gate === protectedFiles && !isOwn(file);
    const said = detected.map((each) => (isSoft(each) ? steering(each) : each));
    found.push(...findingsOf(gate.name, said));
  }
  return found;
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

const LARGEST_TEST = 512 * 1024;

/** Names of the language that tests of base use, and that the work gives another meaning. */
async function renamedIn(
  hub: Pick<Hub, 'file' | 'paths'>,
  { base, changes }: Pick<Change, 'base' | 'changes'>,
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

/** What one commit adds and a later one removes is in the history of everybody who gets the branch. */
async function secretsInHistory(
  hub: Pick<Hub, 'pastFiles'>,
  { base, head, changes }: Change,
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
