import type { Config } from '../../model/config.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { AgentCall } from '../../ports/agents.ts';
import type { Change, Hub, Withheld, Workspaces } from '../../ports/git.ts';
import { withheldSection } from '../../prompts/index.ts';
import type { Section } from '../../prompts/index.ts';
import { matches } from '../../plan/index.ts';
import type { StageContext } from '../stage-context.ts';

/** More answers than this are not remembered. */
const KEPT = 200_000;

/**
 * Which files no agent sees (BEYOND-16): those that a pattern names, and everything below a folder that one names. A
 * pattern without a slash holds at any depth, as people know it from .gitignore: else `*.key` would let most keys through.
 */
export function withheldBy(deny: readonly string[]): Withheld | null {
  if (deny.length === 0) return null;
  const patterns = deny
    .map((glob) => glob.replace(/\/+$/, ''))
    .map((glob) => (glob.includes('/') ? glob : `**/${glob}`));
  const known = new Map<string, boolean>();
  const has = (path: string): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const parent = path.lastIndexOf('/');
    const answer = patterns.some((glob) => matches(glob, path)) || (parent > 0 && has(path.slice(0, parent)));
    if (known.size >= KEPT) known.clear();
    known.set(path, answer);
    return answer;
  };
  return { globs: deny, has };
}

const known = new WeakMap<Config, Withheld | null>();

export function withheldIn({ inputs: { config } }: Pick<StageContext, 'inputs'>): Withheld | null {
  const before = known.get(config);
  if (before !== undefined) return before;
  const withheld = withheldBy(config.privacy.deny);
  known.set(config, withheld);
  return withheld;
}

/** The places of a run, as its configuration wants them for agents. */
export function placesFor(workspaces: Workspaces, { privacy }: Config): Workspaces {
  const withheld = withheldBy(privacy.deny);
  return withheld === null ? workspaces : workspaces.withholding(withheld);
}

/** What an agent sees and does not see of the machine: a withheld file that setup links to is still withheld. */
export function viewFor(
  { workspaces: { forAgents } }: Pick<StageContext, 'workspaces'>,
  linked: readonly string[],
): Pick<AgentCall, 'visible' | 'hidden'> {
  const { visible, hidden, withheld } = forAgents;
  const isWithheld = (path: string): boolean =>
    withheld.some((place) => path === place || path.startsWith(`${place}/`));
  return { visible: [...visible, ...linked.filter((path) => !isWithheld(path))], hidden };
}

export type VisibleFiles = {
  readonly files: readonly string[];
  /** Changed too, and seen by nobody who judges. */
  readonly withheld: readonly string[];
  readonly diff: string;
};

/** A little more than a prompt has room for, so that a cut shows. */
const LONGEST_DIFF = 60_000;

/**
 * The diff without some of the changes, of which nothing is in it: those files are left out on both sides. They are not put
 * back as they were: a file that has become a folder, or the reverse, would push out what is shown in its place.
 */
export async function diffWithout(
  hub: Pick<Hub, 'compose' | 'diff'>,
  { base, commit }: { readonly base: string; readonly commit: string },
  hidden: readonly Change[],
): Promise<string> {
  const gone = new Map(hidden.map(({ path }) => [path, null]));
  const without = async (of: string): Promise<string> => (gone.size === 0 ? of : hub.compose(of, gone));
  return hub.diff(await without(base), await without(commit), LONGEST_DIFF);
}

/** What judges are shown of a change. Of what is not their matter nothing has to be said; of what is withheld it has. */
export async function shownChange(
  context: StageContext,
  base: string,
  commit: string,
  isMatter: (path: string) => boolean = () => true,
): Promise<VisibleFiles> {
  const changes = await context.hub.changes(base, commit);
  const isWithheld = ({ path }: Change): boolean => withheldIn(context)?.has(path) === true;
  const isShown = (change: Change): boolean => !isWithheld(change) && isMatter(change.path);
  const withheld = changes.filter(isWithheld);
  const hidden = changes.filter((change) => !isShown(change));
  return {
    files: changes.filter(isShown).map(({ path }) => path),
    withheld: withheld.map(({ path }) => path),
    diff: await diffWithout(context.hub, { base, commit }, hidden),
  };
}

/** The same list, where nobody needs the diff. */
export async function shownFiles(
  context: StageContext,
  base: string,
  commit: string,
): Promise<readonly string[]> {
  const changes = await context.hub.changes(base, commit);
  return changes.map(({ path }) => path).filter((path) => withheldIn(context)?.has(path) !== true);
}

/** Whoever works or judges without some of the files is told so, directly below what it is asked to be. */
export async function withNotice(
  context: StageContext,
  { stage, commit, run }: Pick<AssignmentEvent, 'stage' | 'commit' | 'run'>,
  sections: readonly Section[],
): Promise<readonly Section[]> {
  const withheld = withheldIn(context);
  if (withheld === null) return sections;
  const judged = stage === 'develop' ? null : commit;
  const paths = await context.hub.paths(judged ?? context.tipWhenSent(run));
  const count = paths.filter((path) => withheld.has(path)).length;
  if (count === 0) return sections;
  return [...sections.slice(0, 1), withheldSection(count), ...sections.slice(1)];
}
