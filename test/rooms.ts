/** One folder of `src`, or a package of ours: what it may import, whether it may touch the world, whether all its files are open. */
export type Room = {
  readonly knows: readonly string[];
  /** No clock, no chance, no disk, no process: the same in, the same out. */
  readonly pure?: boolean;
  /** Every file may be imported; other rooms are entered by their index.ts. */
  readonly open?: boolean;
  /** The files by which others enter it; `index.ts` where nothing is said. A package's are the `exports` of its package.json. */
  readonly doors?: readonly string[];
  /** Packages from outside; Node's own modules are open to every room that is not pure. */
  readonly packages?: readonly string[];
};

const words = ['schema', 'model', 'ports'];
const stages = ['formats', 'plan', 'prompts', 'review', 'audit', 'scan', 'gates'];
/** Rooms that talk to git, processes, databases, other machines and agents. */
export const outside = ['journal', 'cluster', 'git', 'process', 'files', 'agents', 'github'];

/** Everything below the use-cases. */
const deep = [
  ...words,
  ...stages,
  'detect',
  'calibrate',
  'state',
  'decide',
  'report',
  'serve',
  'run',
  ...outside,
];

/** Who may know whom. ARCHITECTURE.md says why; the two move together. */
export const rooms: Readonly<Record<string, Room>> = {
  scan: {
    knows: [],
    pure: true,
    doors: ['index.ts', 'finding.ts', 'files.ts'],
    packages: ['typescript-api', 'yaml'],
  },
  schema: { knows: [], pure: true, open: true, packages: ['yaml'] },
  model: { knows: ['schema', 'scan'], pure: true, open: true },
  ports: { knows: ['schema', 'model'], pure: true, open: true },
  formats: { knows: ['schema', 'model'], pure: true },
  plan: { knows: [...words, 'formats'], pure: true, packages: ['yaml'] },
  prompts: { knows: [...words, 'formats'], pure: true },
  review: { knows: [...words, 'formats', 'scan'], pure: true },
  audit: { knows: [...words, 'formats', 'scan'], pure: true },
  state: { knows: ['model'], pure: true },
  decide: { knows: ['model', 'state'], pure: true },
  detect: { knows: ['model', 'formats', 'scan'], pure: true },
  calibrate: { knows: [...words, 'detect', 'scan'], pure: true },
  gates: { knows: [...words, 'formats', 'detect', 'scan'], pure: true },
  report: { knows: ['schema', 'model', 'formats', 'state', 'scan'], pure: true },
  serve: { knows: [...words, 'formats', 'state', 'report'] },
  // `lazy-scans.ts` loads the parsers of programs: whoever scans imports it when the scan begins.
  run: {
    knows: [...words, ...stages, 'detect', 'state', 'decide'],
    pure: true,
    doors: ['index.ts', 'scans/lazy-scans.ts'],
  },
  journal: { knows: words },
  cluster: { knows: [...words, 'detect', 'journal'], packages: ['pg', 'pg-boss'] },
  git: { knows: [...words, 'scan'] },
  process: { knows: words },
  github: { knows: [...words, 'process'] },
  files: { knows: [...words, 'git', 'scan'], packages: ['@vscode/tree-sitter-wasm'] },
  agents: {
    knows: [...words, 'formats', 'plan', 'process'],
    packages: [
      'yaml',
      'ai',
      '@ai-sdk/anthropic',
      '@ai-sdk/google',
      '@ai-sdk/openai',
      '@ai-sdk/openai-compatible',
    ],
  },
  // A command loads only the use-case that it calls: a door would name all of them.
  project: { knows: deep, open: true },
  inspect: { knows: [...deep, 'project'], open: true },
  app: { knows: [...deep, 'project', 'inspect'], open: true },
  cli: { knows: [...deep, 'project', 'inspect', 'app'], packages: ['commander'] },
};
