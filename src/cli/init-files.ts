import type { Detected } from './init-detect.ts';

export type NewFile = { readonly path: string; readonly text: string };

/** What `init` writes, from what it found. Every file passes `gauntlet check` as it is. */
export function newFiles(found: Detected): readonly NewFile[] {
  return [
    { path: 'gauntlet.yaml', text: configText(found) },
    { path: 'epics/sample.yaml', text: epicText(found) },
    // The readable copies are ours and change with every run: git ignores the folder from inside it.
    { path: '.gauntlet/.gitignore', text: '*\n' },
  ];
}

function modeline(name: string, up: string): string {
  return `# yaml-language-server: $schema=${up}node_modules/gauntlet/schema/${name}.v1.json`;
}

function configText(found: Detected): string {
  return `${[
    modeline('config', './'),
    '# What judges the work. It is read from the base commit, never from the branch that is judged.',
    'version: 1',
    ...agentLines(found.agents),
    'limits: { maxParallel: 3, maxRevisions: 2, budgetUsd: 20 }',
    ...(found.setup === null ? [] : ['setup:', `  run: [${found.setup}]`]),
    ...checkLines(found.checks),
  ].join('\n')}\n`;
}

/** How each program takes a prompt on stdin; the developer may edit, inside the sandbox of its workspace. */
const calls: Readonly<Record<string, { readonly run: string; readonly developer?: string }>> = {
  claude: { run: '[claude, -p]', developer: '[claude, -p, --permission-mode, acceptEdits]' },
  codex: { run: '[codex, exec, "-"]', developer: '[codex, exec, --full-auto, "-"]' },
  gemini: { run: '[gemini]', developer: '[gemini, --yolo]' },
  opencode: { run: '[opencode, run]' },
};

function agentLines(agents: readonly string[]): string[] {
  const [first] = agents;
  const call = first === undefined ? undefined : calls[first];
  if (call === undefined) {
    return [
      '# No coding agent was found on the PATH. An agent is any program that takes a prompt on stdin and answers on stdout:',
      '# agents:',
      '#   default: { use: command, run: [my-agent], network: true }',
    ];
  }
  return [
    'agents:',
    `  default: { use: command, run: ${call.run}, network: true }`,
    ...(call.developer === undefined
      ? []
      : [`  developer: { use: command, run: ${call.developer}, network: true }`]),
    ...(agents.length > 1
      ? [`  # also found: ${agents.slice(1).join(', ')} — a critic of another make sees other things`]
      : []),
  ];
}

function checkLines(checks: Detected['checks']): string[] {
  if (checks.length === 0)
    return [
      '# Nothing is proved without checks: add the commands that tell whether this repository is well.',
      'verify: []',
    ];
  return ['verify:', ...checks.map(({ id, run }) => `  - { id: ${id}, run: ${run} }`)];
}

function epicText(found: Detected): string {
  return `${[
    modeline('epic', '../'),
    '# One small ticket to try the gate with. Change it, then: gauntlet run epics/sample.yaml',
    'version: 1',
    'epic: sample',
    'title: A first ticket through the gate',
    `base: ${found.base}`,
    'tickets:',
    '  - id: DOC-1',
    '    title: Say how to run the checks',
    '    description: |',
    '      Add a file docs/checks.md that says, for somebody new, how to run the checks of this repository.',
    '    touches: ["docs/checks.md"]',
    '    acceptance:',
    '      - { id: AC1, text: docs/checks.md names every command that gauntlet.yaml lists under verify }',
    '      - { id: AC2, text: no other file is changed }',
  ].join('\n')}\n`;
}
