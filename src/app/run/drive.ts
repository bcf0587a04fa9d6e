import type { Agents } from '../../ports/agents.ts';
import { runEpic } from '../../run/index.ts';
import type { Beginning, BudgetChange, Inputs, FoldedJournal, RunEnd, RunPorts } from '../../run/index.ts';
import { endOfRun, runOutcome, runWord, statusValue } from '../../report/index.ts';
import type { RunWord, Titles } from '../../report/index.ts';
import { calibratedCritics } from '../../inspect/calibrate/calibration-store.ts';
import type { RunningCall } from './running-call.ts';
import type { ConfigOrigin } from '../../project/settings/judging-config.ts';
import { type ExitCode, exitCodes, outcomeExitCode } from '../../model/exit-codes.ts';
import { judgedBy } from '../../project/judged-by.ts';
import { type Answer, answer } from '../../project/answer.ts';
import { isAttended } from '../../project/person.ts';
import { type Notifier, openNotifier } from '../notify/notifier.ts';
import { openTracer } from '../notify/tracer.ts';
import { writeConfigured } from '../report/run-report-text.ts';
import { collectAfterReading } from './collect-garbage.ts';
import { serveBeside } from '../serve/serve-beside.ts';
import { interrupts } from '../../project/interrupts.ts';
import { type RunLessons, runLessons } from './lessons.ts';
import { milepostFor } from '../../project/open-ports.ts';
import { readableFiles } from './readable.ts';
import type { ReadableFiles } from './readable.ts';
import { findingTeller } from './tell-findings.ts';
import type { OpenedRun } from './open-run.ts';

export type RunSession = {
  readonly call: RunningCall;
  readonly opened: OpenedRun;
  readonly inputs: Inputs;
  readonly agents: Agents;
  /** Null for a run that goes on with what its journal has. */
  readonly beginning: Beginning | null;
  /** What a resumed run's journal says; undefined for a fresh one. */
  readonly from: FoldedJournal | undefined;
  /** What a person said on the command line about the money a resumed run may spend. */
  readonly budget?: BudgetChange;
  /** Who accepted agents that are others than those the run began with. */
  readonly acceptedBy?: string;
  /** Which configuration judges. */
  readonly configuration?: ConfigOrigin;
} & DriveMore;

/** What a command does beside a run, and how it says the end. */
export type DriveMore = {
  /** Says how it ended, where it is not said as the end of an epic. */
  readonly tell?: (end: RunEnd) => Promise<Answer>;
  /** Goes along with the run. */
  readonly beside?: (opened: OpenedRun) => RunCompanion;
};

export type RunCompanion = Notifier & {
  /** Aborted: the run pauses for what has to be done without it. */
  readonly drain: AbortSignal;
  /** Whether a branch that was brought still is what somebody wants; asked right before it lands. */
  readonly isWanted?: RunPorts['isWanted'];
};

/** Runs what is opened to its end, shows it, and answers with how it ended. */
export async function drive(what: RunSession): Promise<Answer> {
  const { call, opened, inputs } = what;
  const titles = titlesOf(inputs);
  const people = isAttended(call);
  const dashboard = await serveBeside(call);
  const view = call.screen.openView({
    titles,
    budgetUsd: budgetUsdOf(what),
    programs: opened.programs,
    ...(what.from === undefined ? {} : { from: what.from.state }),
  });
  const stop = interrupts((text) => view.note(text), opened.lost !== undefined);
  const asking = people ? call.screen.answerHere(opened.ports.mailbox, view) : undefined;
  const files = filesOf(what, titles, calibratedCritics(opened.repository.state, await judgedBy()));
  const tell = findingTeller(opened.ports.records, (text) => view.note(text), inputs.epic.id);
  const lessons = await lessonsOf(what);
  const beside = what.beside?.(opened);
  const others = toldElsewhere(what, (text) => view.note(text), beside);
  collectAfterReading(what.from?.state.seq ?? 0);
  const began = Date.now();
  try {
    const end = await runEpic({
      ports: portsOf(what, lessons, beside),
      beginning: what.beginning,
      ...(what.from === undefined ? {} : { recalled: what.from }),
      ...(what.budget === undefined ? {} : { budget: what.budget }),
      ...(what.acceptedBy === undefined ? {} : { accepted: { inputs, by: what.acceptedBy } }),
      surroundings: { cores: cores(), people: people || dashboard?.mayAnswer === true },
      drain: either(stop.drain, beside?.drain),
      kill: either(stop.kill, opened.lost),
      onInputs: (now) => titlesOf(now).forEach((title, id) => titles.set(id, title)),
      milepost: milepostFor(call.io) ?? (() => undefined),
      onEvents(steps) {
        const last = steps.at(-1)?.after;
        if (last === undefined) return;
        const events = steps.map(({ event }) => event);
        view.onEvents(events, last);
        tell(events);
        others.onEvents(events);
        asking?.look(last);
        files.onSteps(steps);
        for (const event of events) lessons.onEvent(event);
      },
    });
    await others.close();
    view.close();
    opened.lost?.throwIfAborted();
    await lessons.settled();
    const interrupted = end.interrupted && beside?.drain.aborted !== true;
    return await say(what, { ...end, interrupted }, { titles, files, began, signal: stop.signal() });
  } finally {
    await beside?.close();
    await dashboard?.close();
    asking?.close();
    stop.close();
    view.close();
  }
}

/** Readable files beside the journal, with what is known of the critics. */
function filesOf(
  { opened, inputs }: RunSession,
  titles: Titles,
  calibrated: ReturnType<typeof calibratedCritics>,
): ReadableFiles {
  const { top } = opened.repository;
  return readableFiles(inputs.epic.id, { top, ...opened.ports, titles, calibrated });
}

function portsOf(
  { opened, agents }: RunSession,
  lessons: RunLessons,
  beside: RunCompanion | undefined,
): RunPorts {
  const more = beside?.isWanted && { isWanted: beside.isWanted };
  return { ...opened.ports, agents, lessons: () => lessons.told(), ...more };
}

/** Developers here are told when they are sent; those on other machines by whoever hands out their work. */
async function lessonsOf({ opened, inputs, from }: RunSession): Promise<RunLessons> {
  const lessons = await runLessons({
    state: opened.repository.state,
    records: opened.ports.records,
    before: from === undefined ? [] : opened.ports.journal.read(),
    isOn: inputs.config.learning,
  });
  opened.teach?.((events) => lessons.toldAfter(events));
  return lessons;
}

/** Whoever has lost the lease stops at once, too: another coordinator may be at work. */
function either(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? signal : AbortSignal.any([signal, other]);
}

/** People who are somewhere else, and programs that keep traces; both only where somebody asked for it. */
function toldElsewhere(
  { call, opened, inputs }: RunSession,
  note: (text: string) => void,
  beside: Notifier | undefined,
): Notifier {
  const about = { epic: inputs.epic.id, cwd: opened.repository.top, env: call.io.env, note };
  const notifier = openNotifier(inputs.config.notify, about);
  const tracer = openTracer(about);
  return {
    onEvents(events) {
      notifier.onEvents(events);
      tracer.onEvents(events);
      beside?.onEvents(events);
    },
    close: async () => {
      await Promise.all([notifier.close(), tracer.close(), beside?.close()]);
    },
  };
}

function budgetUsdOf({ inputs, from, budget }: RunSession): number | null {
  const changed = budget?.usd ?? from?.state.budget.usd;
  return changed ?? inputs.epic.limits.budgetUsd ?? inputs.config.limits.budgetUsd ?? null;
}

function cores(): number {
  return navigator.hardwareConcurrency;
}

export function titlesOf({ epic }: Pick<Inputs, 'epic'>): Map<string, string> {
  return new Map(epic.tickets.map(({ id, title }) => [id, title]));
}

type Said = {
  readonly titles: Titles;
  readonly files: ReadableFiles;
  readonly began: number;
  readonly signal: 'SIGINT' | 'SIGTERM' | undefined;
};

async function say(what: RunSession, end: RunEnd, said: Said): Promise<Answer> {
  const { opened, tell } = what;
  const { state, interrupted } = end;
  const word = runWord(state, false);
  const outcome = runOutcome(state, word);
  const exitCode = interrupted ? interruptedCode(said.signal) : (outcomeExitCode(outcome) ?? exitCodes.bug);
  const branch = await opened.ports.lander.branch();
  const summary = await said.files.finish(state, word, branch.name);
  const reports = await reportsOf(what, word);
  if (tell !== undefined && !interrupted) return tell(end);
  const { configuration } = what;
  const value = statusValue(state, { held: false, epicBranch: branch.name, exitCodeOf: () => exitCode });
  const text = endOfRun(state, {
    titles: said.titles,
    word,
    exitCode,
    elapsed: Date.now() - said.began,
    epicBranch: branch.name,
    enforcement: opened.ports.processes.enforcement,
    notes: [
      ...(branch.note === null ? [] : [branch.note]),
      ...summary.notes,
      `summary for the final review: ${summary.path}`,
      ...reports,
    ],
  });
  return answer({ ...value, ...(configuration === undefined ? {} : { configuration }) }, text, exitCode);
}

/** A report that cannot be written (a full disk, a read-only checkout) must not change how a run ended. */
async function reportsOf({ opened, inputs }: RunSession, word: RunWord): Promise<readonly string[]> {
  try {
    const { top } = opened.repository;
    return await writeConfigured({ top, epic: inputs.epic.id, word }, inputs.config);
  } catch {
    return ['the report could not be written; try again: gauntlet report'];
  }
}

function interruptedCode(signal: 'SIGINT' | 'SIGTERM' | undefined): ExitCode {
  return signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
}
