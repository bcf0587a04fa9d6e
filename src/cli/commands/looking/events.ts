import { unknownName } from '../../../project/unknown-name.ts';
import { verifyJournal } from '../../../journal/index.ts';
import { GauntletError } from '../../../model/error.ts';
import { type Event, EventSchema } from '../../../model/events.ts';
import { eventLine, type Step } from '../../../report/index.ts';
import { variantFields } from '../../../schema/fits.ts';
import { evolve, initialState } from '../../../state/index.ts';
import { type CallWith, cliCommand } from '../../command.ts';
import type { OptionDefinition } from '../../option-types.ts';
import { exitCodes } from '../../../model/exit-codes.ts';
import { followJournal } from '../../follow-journal.ts';
import { jsonLine } from '../../../project/json-text.ts';
import { withJournal } from '../../../project/kept/read-run.ts';
import { clean } from '../../say-error.ts';
import { chooseRun, isReview, type RunPlace as Place } from '../../../project/kept/choose-run.ts';
import { offsetMinutes } from '../../terminal/terminal.ts';
import { readAll } from '../../../project/read-all.ts';
import { type Answer, answer } from '../../../project/answer.ts';

const options = [
  ['-f, --follow', 'print new events until the run ends'],
  ['--verify', 'verify every event with the hash chain; exit 6 when it is damaged'],
  ['--ticket <id>', 'only events of this ticket or job'],
  ['--type <type>', 'only events of this type'],
  ['--since <seq>', 'only events after this number'],
] as const satisfies readonly OptionDefinition[];

type EventsCall = CallWith<typeof options>;

/** The journal, one event per line: everything else that is shown follows from it. */
export const events = cliCommand({
  name: 'events',
  summary: 'print the journal of a run, one event per line, and verify its integrity',
  operands: [
    ['[epic]', 'the epic, or a branch under review (default: the latest unfinished run, else the latest)'],
  ],
  options,
  async run(call) {
    const epic = chooseRun(call.operands[0], call.io);
    if (call.options.verify === true) return verify(epic);
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
    return (await followJournal(epic, last, tell)) ?? exitCodes.passed;
  },
});

function nameOf(place: Place): Readonly<Record<string, string>> {
  return isReview(place) ? { review: place.id } : { epic: place.id };
}

function verify(epic: Place): Answer {
  const proof = verifyJournal(epic.journal);
  const name = isReview(epic) ? epic.branch : epic.id;
  const line = proof.ok
    ? `${name}: ${proof.events} events, all unchanged`
    : `${name}: damaged at event ${proof.at}: ${proof.because}`;
  return answer({ ...nameOf(epic), ...proof }, [line], proof.ok ? exitCodes.passed : exitCodes.conflict);
}

type Wanted = (event: Event) => boolean;

function filterOf(call: EventsCall): Wanted {
  const ticket = call.options.ticket;
  const [type, since] = readAll(
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
  throw unknownName(`there is no event type "${asked}"`, asked, {
    known: types,
    otherwise: 'Run "gauntlet schema event" to see them all.',
  });
}

function sinceOf(asked: string | undefined): number {
  if (asked === undefined) return 0;
  if (/^\d{1,15}$/.test(asked)) return Number(asked);
  throw new GauntletError('USAGE_INVALID', `--since takes the number of an event, not "${asked}"`);
}

function teller(epic: Place, { io, json }: EventsCall, isWanted: Wanted): (event: Event) => void {
  if (json) {
    return (event) => {
      if (isWanted(event)) io.stdout.write(jsonLine(asLine(epic, event)));
    };
  }
  if (isReview(epic)) {
    return (event) => {
      const { seq, at, type, ...rest } = event;
      const line = `${seq} ${new Date(at).toISOString()} ${type} ${fieldsOf(rest)}`;
      if (isWanted(event)) io.stdout.write(clean(line.trimEnd()));
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
function asLine(epic: Place, event: Event): Readonly<Record<string, unknown>> {
  const { seq, at, type, v, ...rest } = event;
  const named = { seq, at, type, v, ...nameOf(epic) };
  return 'ticket' in event ? { ...named, ticket: event.ticket, ...rest } : { ...named, ...rest };
}

/** What an event of a review says, field by field: there is one job, so nothing has to be told apart. */
function fieldsOf(rest: Readonly<Record<string, unknown>>): string {
  return Object.entries(rest)
    .filter(([name, value]) => ['string', 'number', 'boolean'].includes(typeof value) && !unsaid.has(name))
    .map(([name, value]) => `${name}=${String(value).slice(0, 200)}`)
    .join(' ');
}

const unsaid: ReadonlySet<string> = new Set(['inputs', 'ticket', 'v', 'attempt', 'clarification', 'seat']);
