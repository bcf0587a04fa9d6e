/** One thing that may be asked. It becomes a command line of ours, so it can do nothing that the command line cannot. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly takes: Readonly<Record<string, Argument>>;
  readonly required?: readonly string[];
  /** The command, and what of its answer is told. */
  command(args: Arguments): readonly string[];
  told?(answer: unknown, args: Arguments): unknown;
};

type Argument = {
  readonly type: 'string';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
};

export type Arguments = Readonly<Record<string, string>>;

/** Nothing that a command line or git would read as an option. */
const NAME = '^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,99}$';
const REF = '^[A-Za-z0-9_@][A-Za-z0-9_@./^~{}-]{0,199}$';

const epic: Argument = {
  type: 'string',
  description: 'The id of the epic; the one that ran last when left out.',
  pattern: NAME,
};
const base: Argument = { type: 'string', description: 'What to compare with, such as main.', pattern: REF };

/**
 * What an agent may ask, also one whose own work is judged. Nothing here decides, waives, dismisses, accepts, steers or
 * configures, and nothing asks a model: there is no way from here to a pass.
 */
export const tools: readonly Tool[] = [
  {
    name: 'gauntlet_status',
    title: 'How a run stands',
    description: 'The state of every ticket of an epic, what a person has to decide, and what it has cost.',
    takes: { epic },
    command: (args) => ['status', ...operand(args['epic'])],
  },
  {
    name: 'gauntlet_get_findings',
    title: 'What was found',
    description:
      'What gates, critics and auditors found in a run, by ticket and attempt, with place and fix.',
    takes: { epic, ticket: { type: 'string', description: 'Only of this ticket.', pattern: NAME } },
    command: (args) => ['report', ...operand(args['epic']), '--format=json', '--output=-'],
    told: (answer, { ticket }) => ({
      findings: jobsIn(answer)
        .filter(({ id }) => ticket === undefined || id === ticket)
        .flatMap(({ id, findings }) => findings.map((finding) => ({ ticket: id, ...finding }))),
    }),
  },
  {
    name: 'gauntlet_get_ticket',
    title: 'One ticket',
    description:
      'The attempts of one ticket: who did what, how it was judged, what was found and why it stands where it does.',
    takes: { ticket: { type: 'string', description: 'Its id.', pattern: NAME }, epic },
    required: ['ticket'],
    command: (args) => ['report', ...operand(args['epic']), '--format=json', '--output=-'],
    told: (answer, { ticket }) =>
      jobsIn(answer).find(({ id }) => id === ticket) ?? { error: 'there is no such ticket' },
  },
  {
    name: 'gauntlet_review',
    title: 'Look at a change',
    description:
      'Look at uncommitted or staged work, or at the commits of this branch, without a model: secrets, weakened tests, static rules. Says only what the change brought.',
    takes: {
      what: {
        type: 'string',
        description: 'uncommitted when left out.',
        enum: ['uncommitted', 'staged', 'branch'],
      },
      base,
    },
    command: ({ what = 'uncommitted', base: from }) => [
      'review',
      '--no-agents',
      '--no-checks',
      ...(what === 'branch' ? [] : [`--${what}`]),
      ...(from === undefined ? [] : [`--base=${from}`]),
    ],
  },
  {
    name: 'gauntlet_run_gate',
    title: 'Run the gate on this branch',
    description:
      'The commits of this branch through every check that needs no model, the verification commands of gauntlet.yaml as they are at the base included.',
    takes: { base },
    command: ({ base: from }) => ['review', '--no-agents', ...(from === undefined ? [] : [`--base=${from}`])],
  },
];

function operand(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value];
}

type Told = { readonly id: string; readonly findings: readonly Record<string, unknown>[] };

function jobsIn(answer: unknown): readonly Told[] {
  const { jobs } = answer as { readonly jobs?: readonly Told[] };
  return jobs ?? [];
}

/** The arguments as they may be used, or what is wrong with them. */
export function readArguments(tool: Tool, given: unknown): Arguments | string {
  const values = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  const args: Record<string, string> = {};
  for (const [name, value] of values) {
    const argument = Object.hasOwn(tool.takes, name) ? tool.takes[name] : undefined;
    if (argument === undefined) return `${tool.name} takes no ${name.slice(0, 100)}`;
    if (typeof value !== 'string') return `${name} is a text`;
    if (argument.enum !== undefined && !argument.enum.includes(value))
      return `${name} is one of ${argument.enum.join(', ')}`;
    if (argument.pattern !== undefined && !new RegExp(argument.pattern).test(value))
      return `${name} is no name of that kind`;
    args[name] = value;
  }
  const missing = tool.required?.find((name) => args[name] === undefined);
  return missing === undefined ? args : `${missing} is missing`;
}
