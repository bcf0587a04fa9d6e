import { verifyJournal } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import { type Event, EventSchema } from '../../model/events.ts';
import { eventLine, type Step } from '../../report/index.ts';
import { variantFields } from '../../schema/fits.ts';
import { nearest } from '../../schema/nearest.ts';
import { evolve, initialState } from '../../state/index.ts';
import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { followJournal } from '../follow-journal.ts';
import { jsonLine, jsonText } from '../json-text.ts';
import { withJournal } from '../with-journal.ts';
import { recordedReview } from '../review/recorded.ts';
import { tellReviewEvents } from '../review/tell-recorded.ts';
import { clean } from '../say-error.ts';
import { chooseEpic, type EpicPlace } from '../state-folder.ts';
import { offsetMinutes } from '../terminal.ts';
import { together } from '../together.ts';

const options = [
  ['-f, --follow', 'go on with events as they come, until the run ends'],
  ['--verify', 'prove every event by the hash chain; exit 6 when it is damaged'],
  ['--ticket <id>', 'only events of this ticket or job'],
  ['--type <type>', 'only events of this type'],
  ['--since <seq>', 'only events after this number'],
] as const satisfies readonly OptionDefinition[];

type EventsCall = CallWith<typeof options>;

/** The journal, one event per line: everything else that is shown follows from it. */
export const events = cliCommand({
  name: 'events',
  summary: 'print the journal of a run, one event per line, and prove that it is whole',
  operands: [['[epic]', 'the epic, or a branch under review; without it the epic that ran last']],
  options,
  async run(call) {
    const review = recordedReview(call.operands[0], call.io);
    if (review !== undefined) return await tellReviewEvents(call, review);
    const epic = chooseEpic(call.operands[0], call.io);
    if (call.options.verify === true) return verify(epic, call);
    const wanted = filterOf(call);
    const tell = teller(epic, call, wanted);
    let last = 0;
    await withJournal(epic, (reader) => {
      for (const event of reader.read()) {
        tell(event);
        last = event.seq;
      }
    });
    if (call.options.follow !== true) return exitCodes.passed;
    const end = await followJournal(epic, last, tell);
    if (end === 'over') return exitCodes.passed;
    return end === 'interrupted' ? exitCodes.interrupted : exitCodes.terminated;
  },
});

function verify(epic: EpicPlace, { io, json }: EventsCall): ExitCode {
  const proof = verifyJournal(epic.journal);
  if (json) io.stdout.write(jsonText({ epic: epic.id, ...proof }));
  else if (proof.ok) io.stdout.write(`${epic.id}: ${proof.events} events, all as they were written\n`);
  else io.stdout.write(clean(`${epic.id}: damaged at event ${proof.at}: ${proof.because}`));
  return proof.ok ? exitCodes.passed : exitCodes.conflict;
}

type Wanted = (event: Event) => boolean;

function filterOf(call: EventsCall): Wanted {
  const ticket = call.options.ticket;
  const [type, since] = together(
    () => typeOf(call.options.type),
    () => sinceOf(call.options.since),
  );
  return (event) => {
    if (event.seq <= since) return false;
    if (type !== undefined && event.type !== type) return false;
    return ticket === undefined || ('ticket' in event && event.ticket === ticket);
  };
}

/** A misspelt type would show nothing, which looks like nothing happened. */
function typeOf(asked: string | undefined): string | undefined {
  if (asked === undefined) return undefined;
  const types = [...variantFields(EventSchema).keys()];
  if (types.includes(asked)) return asked;
  const meant = nearest(asked, types);
  throw new GauntletError('USAGE_INVALID', `there is no event type "${asked}"`, {
    hint: meant === undefined ? 'Run "gauntlet schema event" to see them all.' : `Did you mean "${meant}"?`,
  });
}

function sinceOf(asked: string | undefined): number {
  if (asked === undefined) return 0;
  if (/^\d{1,15}$/.test(asked)) return Number(asked);
  throw new GauntletError('USAGE_INVALID', `--since takes the number of an event, not "${asked}"`);
}

function teller(epic: EpicPlace, { io, json }: EventsCall, isWanted: Wanted): (event: Event) => void {
  if (json) {
    return (event) => {
      if (isWanted(event)) io.stdout.write(jsonLine(asLine(epic.id, event)));
    };
  }
  let state = initialState;
  return (event) => {
    const step: Step = { event, before: state, after: evolve(state, event) };
    state = step.after;
    if (isWanted(event)) io.stdout.write(`${event.seq} ${eventLine(step, offsetMinutes(event.at))}\n`);
  };
}

/** The common fields first and in one order, so that lines can be compared as they are. */
function asLine(epic: string, event: Event): Readonly<Record<string, unknown>> {
  const { seq, at, type, v, ...rest } = event;
  return 'ticket' in event
    ? { seq, at, type, v, epic, ticket: event.ticket, ...rest }
    : { seq, at, type, v, epic, ...rest };
}
