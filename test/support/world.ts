// What a test of whole runs starts with: files, configuration and epic, plain unless the test says otherwise.
import type { Step } from './playbook.ts';

type Tree = Readonly<Record<string, unknown>>;

export type World = {
  /** Files of the base commit, beside `check.sh` and `parts/base.txt`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Members of gauntlet.yaml; each replaces that of `plainConfig`. */
  readonly config?: Tree;
  /** Members of the epic file; each replaces that of `plainEpic`. */
  readonly epic?: Tree;
  /** Title and one criterion (`AC1`) are added where they are missing. */
  readonly tickets: readonly (Tree & { readonly id: string })[];
  readonly playbook?: readonly Step[];
};

/** The epic's id. */
export const epicId = 'e1';

/** Every agent is the playbook; audits of milestones and of the run are off. */
const plainConfig: Tree = {
  version: 1,
  agents: { default: { use: 'command', run: ['sh', '.agent/agent.sh'] } },
  limits: { maxParallel: 4, maxVerify: 2, agentTimeout: '2m', stall: '2m' },
  depth: 'quick',
  audit: { perMilestone: false, endOfRun: false },
};

/** One check, red while a file below `parts` says BROKEN. */
export const plainEpic: Tree = {
  version: 1,
  epic: epicId,
  title: 'A small epic',
  base: 'main',
  verify: [{ id: 'parts', run: 'sh check.sh', timeout: '1m' }],
};

const plainFiles = {
  'check.sh': 'if grep -rn BROKEN parts; then exit 1; fi\n',
  'parts/base.txt': 'base\n',
};

/** Everything that the base commit holds. */
export function filesOf({ files, config, epic, tickets }: World): Readonly<Record<string, string>> {
  const all = tickets.map((ticket) => ({
    title: `Part ${ticket.id}`,
    acceptance: [{ id: 'AC1', text: 'the part is there' }],
    ...ticket,
  }));
  return {
    ...plainFiles,
    // JSON is YAML.
    'gauntlet.yaml': JSON.stringify({ ...plainConfig, ...config }, undefined, 2),
    'epic.yaml': JSON.stringify({ ...plainEpic, ...epic, tickets: all }, undefined, 2),
    ...files,
  };
}
