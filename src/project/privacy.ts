import { notLocal } from '../agents/index.ts';
import { shortBranch } from '../model/names.ts';
import type { AgentSettings } from '../model/config.ts';
import type { Epic } from '../model/epic.ts';
import { GauntletError } from '../model/error.ts';
import type { Enforcement, Processes } from '../ports/processes.ts';
import { type Inputs, withheldBy } from '../run/index.ts';
import { openForks, type State } from '../state/index.ts';

type Players = Pick<Inputs, 'cast' | 'config'>;

/** With privacy.localOnly every agent must be known to ask a model on this machine; all that are not are said at once. */
export function refuseFarModels({ cast, config }: Players, enforcement: Enforcement): void {
  if (!config.privacy.localOnly) return;
  const named = [
    ...Object.entries(cast).map(([name, { settings }]): readonly [string, AgentSettings] => [name, settings]),
    ...config.review.criticsBy.map(({ use }, index): readonly [string, AgentSettings] => [
      `review.criticsBy[${index}]`,
      use,
    ]),
  ];
  const problems = named.flatMap(([name, settings]) => {
    const problem = notLocal(settings, enforcement, name);
    return problem === undefined ? [] : [`${name}: ${problem}`];
  });
  refuse(
    problems,
    'privacy.localOnly',
    'Give these agents a model on this machine, or remove privacy.localOnly.',
  );
}

/** What agents are told to read, or judged by, cannot be withheld from them. */
export function refuseWithheldReading(epic: Epic, { privacy }: Players['config']): void {
  const withheld = withheldBy(privacy.deny);
  if (withheld === null) return;
  const named = [
    ...epic.reading.must.map((path) => ({ path, what: 'reading.must of the epic' })),
    ...epic.milestones.map(({ id, requirements }) => ({
      path: requirements,
      what: `the requirements of ${id}`,
    })),
    ...epic.tickets.flatMap(({ id, file, reading }) => [
      { path: file, what: `the text of ${id}` },
      ...reading.must.map((path) => ({ path, what: `reading.must of ${id}` })),
    ]),
  ];
  const problems = named.flatMap(({ path, what }) =>
    path !== null && withheld.has(path) ? [`${path} is ${what}, but withheld from every agent`] : [],
  );
  refuse(problems, 'privacy.deny', 'Remove these paths from privacy.deny, or from the epic.');
}

function refuse(problems: readonly string[], key: string, hint: string): void {
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `  ${problem}`);
  throw new GauntletError('CONFIG_INVALID', `nothing was started, because of ${key}:\n${lines.join('\n')}`, {
    hint,
  });
}

type Sandbox = Pick<Processes, 'enforcement'>;

/** Refuses to run what strangers wrote where nothing confines it. */
export function refuseForks(pulls: readonly string[], { enforcement }: Sandbox): void {
  if (pulls.length === 0 || enforcement === 'enforced') return;
  throw new GauntletError(
    'ENVIRONMENT_UNFIT',
    `pull request ${pulls.join(', ')} comes from a fork and the sandbox is not enforced here`,
    { hint: 'Install bubblewrap: gauntlet doctor says whether it works.' },
  );
}

/** A run may go on in another environment than the one in which its branches were brought. */
export function refuseOpenForks(state: State, sandbox: Sandbox): void {
  refuseForks(openForks(state).map(shortBranch), sandbox);
}
