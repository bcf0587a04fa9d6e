import { type Tool, toolTaking } from '../../agents/index.ts';
import type { Ask } from '../../project/ask-command.ts';
import { fits } from '../../schema/fits.ts';
import {
  anything,
  described,
  type Fields,
  listOf,
  mapOf,
  openMapOf,
  recordOf,
  oneOf,
  optional,
  text,
  type WrittenFields,
} from '../../schema/shape.ts';

/** One thing that may be asked. It becomes a command line of ours, so it can do nothing that the command line cannot. */
type Question<F> = Pick<Tool, 'name' | 'description'> & {
  readonly title: string;
  readonly takes: F;
  /** The command, and what of its answer is told. */
  readonly command: (args: WrittenFields<F>) => readonly string[];
  readonly told?: (answer: unknown, args: WrittenFields<F>) => unknown;
};

/** More than any answer that a model can make use of. */
const MOST_TEXT = 200_000;

function toolFor<const F extends Fields>(question: Question<F>): (ask: Ask) => Tool {
  const { takes, command, told, ...about } = question;
  return (ask) =>
    toolTaking(about, mapOf(takes), async (args, off) => {
      const { failed, value } = await ask(command(args), off);
      const data = failed ? value : (told?.(value, args) ?? value);
      const whole = typeof data === 'string' ? data : JSON.stringify(data, null, 2);
      if (whole.length <= MOST_TEXT) return { text: whole, isError: failed, data };
      const text = `${whole.slice(0, MOST_TEXT)}\n… ${whole.length - MOST_TEXT} more characters`;
      return { text, isError: failed };
    });
}

/** Nothing that a command line or git would read as an option. */
function name(about: string) {
  return described(
    about,
    text({ pattern: /^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,99}$/, wrong: 'is not an id (letters, digits, _.:-)' }),
  );
}

const ref = text({
  pattern: /^[A-Za-z0-9_@][A-Za-z0-9_@./^~{}-]{0,199}$/,
  wrong: 'is not a valid branch, tag or commit',
});

const epic = optional(name('The id of the epic (default: that of the latest unfinished run).'));
const base = optional(described('The commit to compare with, such as main.', ref));

/**
 * What an agent may ask, also one whose own work is judged. Nothing here decides, waives, dismisses, accepts, steers or
 * configures, and nothing asks a model: there is no way from here to a pass.
 */
export const tools: readonly ((ask: Ask) => Tool)[] = [
  toolFor({
    name: 'gauntlet_status',
    title: 'State of a run',
    description: 'The state of every ticket of an epic, the open decisions, and what it has cost.',
    takes: { epic },
    command: (args) => ['status', ...operand(args.epic)],
  }),
  toolFor({
    name: 'gauntlet_get_findings',
    title: 'Findings',
    description:
      'Findings of gates, critics and auditors in a run, by ticket and attempt, with place and fix.',
    takes: { epic, ticket: optional(name('Only of this ticket.')) },
    command: (args) => ['report', ...operand(args.epic), '--format=json', '--output=-'],
    told: (answer, { ticket }) => ({
      findings: jobsIn(answer)
        .filter(({ id }) => ticket === undefined || id === ticket)
        .flatMap(({ id, findings }) => findings.map((finding) => ({ ticket: id, ...finding }))),
    }),
  }),
  toolFor({
    name: 'gauntlet_get_ticket',
    title: 'One ticket',
    description: 'The attempts of one ticket: who worked on it, verdicts, findings and its current state.',
    takes: { ticket: name('Its id.'), epic },
    command: (args) => ['report', ...operand(args.epic), '--format=json', '--output=-'],
    told: (answer, { ticket }) =>
      jobsIn(answer).find(({ id }) => id === ticket) ?? { error: 'there is no such ticket' },
  }),
  toolFor({
    name: 'gauntlet_review',
    title: 'Check a change',
    description:
      'Check uncommitted or staged work, or the commits of this branch, without a model: secrets, weakened tests, static rules. Reports only findings that the change introduced.',
    takes: {
      what: optional(described('uncommitted if not set.', oneOf(['uncommitted', 'staged', 'branch']))),
      base,
    },
    command: ({ what = 'uncommitted', base: from }) => [
      'review',
      '--no-agents',
      '--no-checks',
      ...(what === 'branch' ? [] : [`--${what}`]),
      ...(from === undefined ? [] : [`--base=${from}`]),
    ],
  }),
  toolFor({
    name: 'gauntlet_run_gate',
    title: 'Run the gate on this branch',
    description:
      'Run every check that needs no model on the commits of this branch, including the verification commands of gauntlet.yaml at the base.',
    takes: { base },
    command: ({ base: from }) => ['review', '--no-agents', ...(from === undefined ? [] : [`--base=${from}`])],
  }),
];

function operand(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value];
}

const Told = openMapOf({ jobs: listOf(openMapOf({ id: text(), findings: listOf(recordOf(anything())) })) });

function jobsIn(answer: unknown) {
  return fits(Told, answer) ? answer.jobs : [];
}
