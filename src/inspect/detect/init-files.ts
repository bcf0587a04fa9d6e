import type { InstalledAgent } from '../../agents/index.ts';
import type { DetectedProject } from './init-detect.ts';

export type NewFile = { readonly path: string; readonly text: string };

/** What was found: in the repository, and installed on this machine. */
export type FoundProject = DetectedProject & {
  readonly agents: readonly InstalledAgent[];
  /** Whether Gauntlet itself is installed in the repository. */
  readonly isInstalled: boolean;
  /** Why setup failed in a workspace; then no check could be tried. */
  readonly setupProblem?: string;
};

/** What `init` writes, from what it found. Every file passes `gauntlet check` as it is. */
export function newFiles(found: FoundProject): readonly NewFile[] {
  return [
    { path: 'gauntlet.yaml', text: configText(found) },
    { path: 'epics/sample.yaml', text: epicText(found) },
    // The readable copies are ours and change with every run: git ignores the folder from inside it.
    { path: '.gauntlet/.gitignore', text: '*\n' },
  ];
}

/** For editors, where the package is installed in the repository. */
function modeline({ isInstalled }: FoundProject, name: string, up: string): readonly string[] {
  return isInstalled
    ? [`# yaml-language-server: $schema=${up}node_modules/gauntlet/schema/${name}.v1.json`]
    : [];
}

/** gauntlet.yaml for what was found; checks that failed when tried are left out. */
export function configText(found: FoundProject): string {
  return `${[
    ...modeline(found, 'config', './'),
    '# The checks and agents that judge the work. Gauntlet reads this file from the base commit, never from the judged branch.',
    'version: 1',
    ...agentLines(found.agents),
    'limits: { maxParallel: 3, maxRevisions: 2, budgetUsd: 20 }',
    ...(found.setupProblem === undefined
      ? []
      : [`# Failed in a workspace, so the checks below were not tried: ${found.setupProblem}`]),
    ...setupLines(found),
    ...checkLines(found.checks),
  ].join('\n')}\n`;
}

function setupLines({ setup, link }: FoundProject): readonly string[] {
  if (setup === null && link.length === 0) return [];
  return [
    'setup:',
    ...(setup === null ? [] : [`  run: [${setup}]`]),
    ...(link.length === 0 ? [] : [`  link: [${link.join(', ')}] # taken from your work tree as it is`]),
  ];
}

/**
 * The first agent that is logged in for every role, and for the critic another one where there is one: it makes other
 * mistakes. One that nobody has logged in yet is proposed only where no other is.
 */
function agentLines(agents: readonly InstalledAgent[]): string[] {
  const ready = agents.filter(({ login }) => login === 'in');
  const [first, second] = ready.length > 0 ? ready : agents;
  if (first === undefined) {
    return [
      '# No coding agent was found on the PATH. An agent is any program that takes a prompt on stdin and answers on stdout:',
      '# agents:',
      '#   default: { use: command, run: [my-agent], network: true }',
    ];
  }
  const proposed = second !== undefined && second.login === 'in' ? second : undefined;
  const others = agents.filter((agent) => agent !== first && agent !== proposed);
  return [
    'agents:',
    ...(first.next === null ? [] : [`  # Before the first run: ${first.next}`]),
    `  default: { ${first.entry} }`,
    ...(proposed === undefined
      ? ['  # A critic from another vendor or model finds other problems: name one as critic.']
      : [
          '  # From another vendor than the developer: it makes other mistakes.',
          `  critic: { ${proposed.entry} }`,
        ]),
    ...others.map(
      ({ name, entry, next }) => `  # also found: ${name}, { ${entry} }${next === null ? '' : ` — ${next}`}`,
    ),
  ];
}

function checkLines(checks: DetectedProject['checks']): string[] {
  const written = checks.filter(({ problem }) => problem === undefined);
  const failed = checks
    .filter(({ problem }) => problem !== undefined)
    .flatMap(({ id, run, problem }) => [
      `# Failed in a workspace (${problem}):`,
      `#   - { id: ${id}, run: ${run} }`,
    ]);
  if (written.length === 0)
    return [
      ...failed,
      '# Without checks nothing is tested: add the commands that test this repository.',
      'verify: []',
    ];
  return [...failed, 'verify:', ...written.map(({ id, run }) => `  - { id: ${id}, run: ${run} }`)];
}

function epicText(found: FoundProject): string {
  return `${[
    ...modeline(found, 'epic', '../'),
    '# One small ticket to try the gate with. Change it, then: gauntlet run epics/sample.yaml',
    'version: 1',
    'epic: sample',
    'title: A first ticket through the gate',
    `base: ${found.base}`,
    'tickets:',
    '  - id: DOC-1',
    '    title: Say how to run the checks',
    '    description: |',
    '      Add a file docs/checks.md that tells a newcomer how to run the checks of this repository.',
    '    touches: ["docs/checks.md"]',
    '    acceptance:',
    '      - { id: AC1, text: docs/checks.md names every command that gauntlet.yaml lists under verify }',
    '      - { id: AC2, text: no other file is changed }',
  ].join('\n')}\n`;
}
