import { withJournal } from '../../project/kept/read-run.ts';
import { shortBranch } from '../../model/names.ts';
import { quoted, reasonWords, runOutcome, runWord } from '../../report/index.ts';
import type { GauntletError } from '../../model/error.ts';
import { baselineOf, type Job } from '../../state/index.ts';
import { type ExitCode, exitCodes, outcomeExitCode } from '../../model/exit-codes.ts';
import { git } from '../../project/committed-file.ts';
import { recordsAt } from '../../project/kept/records-at.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import type { LandCall } from './land-call.ts';
import { entriesIn, movedTo, notChecked, type QueueRun, type Refused, statusOf, unchecked } from './queue.ts';
import { type Answer, answer } from '../../project/answer.ts';

/** What became of a branch, in one line. */
type Told = {
  readonly branch: string;
  readonly commit: string;
  readonly ticket: string | null;
  readonly status: 'landed' | 'contained' | 'returned' | 'replaced' | 'queued' | 'undecided';
  readonly because: string;
  readonly notChecked: readonly string[];
};

type Landing = {
  readonly run: string;
  readonly onto: string;
  /** The branch that holds what has landed. */
  readonly branch: string;
  /** What origin has by our push; empty where nothing was pushed. */
  readonly pushed: string;
  /** Why the last push did not arrive. */
  readonly pushError?: GauntletError | null;
};

/** Says what became of every branch of a run, and of those that were not taken. */
export async function tellLanding(
  call: LandCall,
  run: QueueRun | undefined,
  refused: readonly Refused[],
  landing: Landing,
): Promise<Answer> {
  const told = run === undefined ? [] : await toldIn(run);
  const entries = [...told, ...refused.map(toldRefused).filter((each) => !isTold(each, told))];
  const { pushError = null } = landing;
  const own = exitCodeFor(entries, run);
  const exitCode = pushError === null || own !== exitCodes.passed ? own : exitCodes.environment;
  const lines = entries.map(({ branch, commit, status, because, ticket }) => {
    const what = `${status.padEnd(9)} ${quoted(branch, 100)} ${commit.slice(0, 12)}`;
    const see =
      status === 'returned' && ticket !== null ? `  (gauntlet logs ${ticket} --epic ${landing.run})` : '';
    return `${what}${because === '' ? '' : `: ${quoted(because, 300)}`}${see}`;
  });
  const value = { schemaVersion: 1, ...landing, pushError: pushError?.message ?? null, entries, exitCode };
  const hasOrigin = (await git(call.io.cwd, ['remote', 'get-url', 'origin'])) !== undefined;
  return answer(value, [...lines, ...endLines(call, entries, { ...landing, hasOrigin })], exitCode);
}

/** An entry of the run says what became of it since it was refused. */
function isTold({ branch, commit, status }: Told, told: readonly Told[]): boolean {
  return told.some(
    (each) =>
      each.commit === commit && each.status !== 'replaced' && (status === 'queued' || each.branch === branch),
  );
}

function endLines(
  { options }: LandCall,
  entries: readonly Told[],
  landing: Landing & { readonly hasOrigin: boolean },
): readonly string[] {
  const { run, onto, branch, pushed, pushError, hasOrigin } = landing;
  const notPushed = pushError ? [`${pushError.message}. ${pushError.hint ?? ''}`] : [];
  if (!entries.some(({ status, ticket }) => status === 'landed' && ticket !== null)) return notPushed;
  const where = pushed === '' ? `on ${branch}` : `on ${onto} of origin, at ${pushed.slice(0, 12)}`;
  return [
    `landed ${where}. ${notChecked(options.review === true)}.`,
    ...notPushed,
    ...(pushed === ''
      ? [
          `Next: gauntlet merge ${run} --partial${hasOrigin ? `, or gauntlet land --push --onto ${onto}` : ''}`,
        ]
      : []),
  ];
}

async function toldIn({ place, state, push }: QueueRun): Promise<readonly Told[]> {
  const all = entriesIn(state);
  const causes = await criticsCauses(place);
  return all.map(({ job, adopts }, nth) => {
    // Another entry has the commit that its branch was pushed to, or the same one again.
    const isReplaced =
      all.some((other) => job.stop?.why.includes(movedTo(other.adopts.commit)) === true) ||
      (job.status !== 'completed' &&
        all.slice(nth + 1).some((other) => other.adopts.commit === adopts.commit));
    const status = isReplaced ? 'replaced' : job.question === null ? statusOf(job) : 'undecided';
    const isReviewed = state.plan.tickets[job.index]?.review === true;
    return {
      branch: shortBranch(adopts.branch),
      commit: adopts.commit,
      ticket: job.id,
      status,
      because: status === 'landed' ? '' : becauseOf({ place, state, push }, job, status, causes),
      notChecked: isReviewed ? unchecked : [...unchecked, 'review'],
    };
  });
}

function becauseOf(
  { place, state }: QueueRun,
  job: Job,
  status: Told['status'],
  causes: ReadonlyMap<string, string>,
): string {
  const because = forBranch(job.stop?.why ?? withCause(job, causes));
  if (status !== 'queued' || because !== '') return because;
  const isRedBase = (baselineOf(state)?.question ?? null) !== null;
  return isRedBase
    ? `the checks are red on ${state.plan.queue?.onto}. Fix it there, then run gauntlet land --onto ${state.plan.queue?.onto} again; or: gauntlet decide baseline --epic ${place.id}`
    : `not finished: gauntlet status ${place.id}`;
}

/** A branch has no ticket: what a ticket would say is an option of this command. */
function forBranch(because: string): string {
  return because
    .replace(/^no_change_limit\b/, (code) => reasonWords(code))
    .replace('so only a ticket that names it in `mayChange` may make it', 'allow it with --may-change')
    .replace('the ticket does not name it in `mayChange`', 'allow it with --may-change');
}

function withCause({ id, reason, sentBackFor }: Job, causes: ReadonlyMap<string, string>): string {
  const cause = sentBackFor === 'review' ? causes.get(id) : undefined;
  return cause === undefined ? reason : `${reason}: ${cause}`;
}

/** What the last critic of each branch wants fixed first; the journal knows only the fingerprint. */
async function criticsCauses(place: EpicPlace): Promise<ReadonlyMap<string, string>> {
  const runs = new Map<string, number>();
  await withJournal(place, (journal) => {
    for (const event of journal.read()) if (event.type === 'critic_fail') runs.set(event.ticket, event.run);
  });
  const records = recordsAt(place.folder);
  const causes = [...runs].map(async ([ticket, run]) => {
    const { findings = [], requiredFixes = [] } = (await records.get(run, 'feedback')) ?? {};
    return [ticket, findings[0]?.message ?? requiredFixes[0] ?? ''] as const;
  });
  return new Map((await Promise.all(causes)).filter(([, cause]) => cause !== ''));
}

function toldRefused({ brought, status, because }: Refused): Told {
  const { branch, commit } = brought;
  return {
    branch: shortBranch(branch),
    commit,
    ticket: null,
    status,
    because: forBranch(because),
    notChecked: [],
  };
}

function exitCodeFor(entries: readonly Told[], run: QueueRun | undefined): ExitCode {
  if (entries.some(({ status }) => status === 'undecided')) return exitCodes.person;
  if (run !== undefined && entries.some(({ status }) => status === 'queued')) return unfinished(run);
  return entries.some(({ status }) => status === 'returned') ? exitCodes.failed : exitCodes.passed;
}

/** Why a run ended while branches wait; never the code of a success. */
function unfinished({ state }: QueueRun): ExitCode {
  const exitCode = outcomeExitCode(runOutcome(state, runWord(state, false)));
  return exitCode === null || exitCode === exitCodes.passed ? exitCodes.person : exitCode;
}
