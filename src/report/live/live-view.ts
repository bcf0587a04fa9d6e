import type { Job, Seat } from '../../state/index.ts';
import { first, jobAt } from '../../state/index.ts';
import type { Board } from './board.ts';
import { jobCommand } from '../status/job-command.ts';
import { drawn, markOf, type Face, type TerminalLine, type TintedText } from '../line.ts';
import { programLine, type RunningProgram } from './running-program.ts';
import { count, duration, money, quoted, titleOf, type Titles } from '../say.ts';
import { glyphOf, roleIn } from '../stage-words.ts';
import { column, widthOf } from '../width.ts';

/** What the block below the log shows besides the state. */
export type LiveOptions = {
  readonly face: Face;
  /** Lines the block may have; a terminal cannot redraw what has scrolled away. */
  readonly height: number;
  readonly now: number;
  readonly startedAt: number;
  readonly titles: Titles;
  readonly maxAttempts: number;
  readonly budgetUsd: number | null;
  /** Programs that run now, shown behind the line of the run they belong to. */
  readonly programs: readonly RunningProgram[];
};

/** The block below the log while a run is on: decisions first, then who works on what, then how far it is. */
export function liveView(board: Board, options: LiveOptions): readonly string[] {
  const { face, height } = options;
  const loud = [decisionLine(board), pausedLine(board)].filter((line) => line !== undefined);
  const rows = seatsAtWork(board);
  const room = Math.max(1, height - 2 - loud.length);
  const shown = rows.length > room ? rows.slice(0, room - 1) : rows;
  const lines: TerminalLine[] = [
    [['quiet', (face.ascii ? '-' : '─').repeat(Math.min(face.width, 76))]],
    ...loud,
    ...seatLines(shown, options),
    ...(shown.length < rows.length
      ? [[['quiet', ` … ${rows.length - shown.length} more at work`] as const]]
      : []),
    progressLine(board, options),
  ];
  return lines.map((line) => drawn(face.ascii ? plainMarks(line) : line, face));
}

/** The loudest line there is: people are the slowest part, and they have to know that they are waited for. */
function decisionLine({ state, blockedByQuestions }: Board): TerminalLine | undefined {
  const asking = first(state.asking);
  if (asking === undefined) return undefined;
  const blocks = blockedByQuestions === 0 ? '' : `, blocks ${count(blockedByQuestions, 'ticket')}`;
  const needed = `${state.asking.size} ${state.asking.size === 1 ? 'DECISION' : 'DECISIONS'} NEEDED${blocks}:`;
  return [['loud', ` ⚠ ${needed}  ${jobCommand(state, 'decide', jobAt(state, asking).id)}`]];
}

/** Nothing starts, and only a person can change that: an idle screen must not look like a hung one. */
function pausedLine({ state }: Board): TerminalLine | undefined {
  const { paused } = state;
  if (paused === null) return undefined;
  const said = paused.why === '' ? '' : `: ${quoted(paused.why, 120)}`;
  return [
    [
      'loud',
      ` ‖ PAUSED by ${quoted(paused.by, 64)}${said}  gauntlet unpause --epic ${quoted(state.plan.epic, 64)}`,
    ],
  ];
}

type AtWork = { readonly job: Job; readonly seat: Seat };

function seatsAtWork(board: Board): AtWork[] {
  const rows: AtWork[] = [];
  for (const job of board.running.values()) {
    for (const seat of job.seats) if (seat.state === 'running') rows.push({ job, seat });
  }
  return rows.sort((a, b) => a.seat.run - b.seat.run);
}

function seatLines(rows: readonly AtWork[], options: LiveOptions): TerminalLine[] {
  const { face, titles, now, programs, maxAttempts } = options;
  const ids = Math.min(24, Math.max(0, ...rows.map(({ job }) => widthOf(job.id))));
  const titleRoom = Math.max(0, Math.min(32, face.width - ids - 34));
  const mark = markOf(face);
  return rows.map(({ job, seat }) => {
    const program = programs.findLast(({ run }) => run === seat.run);
    const isTicket = job.kind === 'ticket';
    return [
      ['plain', ` ${glyphOf(job.status, face.ascii)} `],
      ['plain', `${column(quoted(job.id, 64), ids, mark)}  `],
      ['plain', titleRoom === 0 ? '' : `${column(titleOf(titles, job.id), titleRoom, mark)}  `],
      ['plain', column(job.stage === null ? '' : roleIn(job.stage, job.kind), 12, mark)],
      ['quiet', column(isTicket ? ` ${job.attempt + 1}/${Math.max(maxAttempts, job.attempt + 1)}` : '', 5)],
      ['quiet', duration(now - seat.since).padStart(7)],
      ['quiet', program === undefined ? '' : `  ${programLine(program, now)}`],
    ];
  });
}

const BAR = 20;

function progressLine(board: Board, options: LiveOptions): TerminalLine {
  const { face, now, startedAt, budgetUsd } = options;
  const { counts, state } = board;
  const total = state.plan.tickets.length;
  const filled = total === 0 ? 0 : Math.floor((counts.done / total) * BAR);
  const [full, empty] = face.ascii ? ['#', '.'] : ['█', '░'];
  const facts = [
    `${counts.done}/${total} done`,
    ...some(counts.running, 'running'),
    ...some(counts.deciding, 'to decide'),
    ...some(counts.blocked, 'blocked'),
    ...some(counts.failed, 'failed'),
    ...some(counts.waiting, 'waiting'),
    money(state.spent.usd) + (budgetUsd === null ? '' : ` of ${money(budgetUsd)}`),
    duration(now - startedAt),
  ];
  const between = face.ascii ? ', ' : ' · ';
  return [
    ['good', ` ${full.repeat(filled)}`],
    ['quiet', empty.repeat(BAR - filled)],
    ['plain', `  ${facts.join(between)}`],
  ];
}

function some(amount: number, word: string): string[] {
  return amount === 0 ? [] : [`${amount} ${word}`];
}

function plainMarks(line: TerminalLine): TerminalLine {
  return line.map(([tint, text]): TintedText => [
    tint,
    text.replaceAll('⚠', '!').replaceAll('‖', '||').replaceAll('…', '...'),
  ]);
}
