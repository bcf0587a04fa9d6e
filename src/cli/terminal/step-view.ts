import { fit, programLine, quoted, timeOfDay } from '../../report/index.ts';
import { blockScreen, framesOf, realTicks, type Ticks } from './block-screen.ts';
import type { CliCall } from '../command.ts';
import type { Io } from '../io.ts';
import { RunningPrograms } from '../../project/running-programs.ts';
import type { StepView } from '../../inspect/review/review-screen.ts';
import { faceOf, isLive, offsetMinutes } from './terminal.ts';

const MINUTE_MS = 60_000;

/** Off a terminal: one line a minute for each program that has run for so long. Answers how to stop that. */
export function everyMinute(
  io: Pick<Io, 'stderr'>,
  programs: Pick<RunningPrograms, 'list'> | undefined,
  ticks: Ticks,
): () => void {
  if (programs === undefined) return () => undefined;
  let cancel: () => void = () => undefined;
  const tick = (): void => {
    const now = ticks.now();
    for (const program of programs.list().filter(({ since }) => now - since >= MINUTE_MS))
      io.stderr.write(`${timeOfDay(now, offsetMinutes(now))} [running] ${programLine(program, now)}\n`);
    cancel = ticks.after(MINUTE_MS, tick);
  };
  cancel = ticks.after(MINUTE_MS, tick);
  return () => cancel();
}

export function openStepView(
  call: Pick<CliCall<{ readonly input?: boolean | undefined }>, 'io' | 'json' | 'options'>,
  ticks = realTicks,
): StepView {
  const { io } = call;
  const programs = new RunningPrograms(() => ticks.now());
  const note = (text: string): void => io.stderr.write(`${quoted(text, 2000)}\n`);
  const isPlain = call.json || call.options.input === false || !isLive(io, io.stderr);
  if (isPlain) return { programs, note, close: everyMinute(io, programs, ticks) };
  const screen = blockScreen(io);
  const pending: string[] = [];
  const { width } = faceOf(io, io.stderr);
  const frames = framesOf(ticks, (now) => {
    const lines = programs.list().map((program) => fit(`  ${programLine(program, now)}`, width));
    screen.show(pending.splice(0), lines);
    return true;
  });
  frames.want();
  return {
    programs,
    note(text) {
      pending.push(quoted(text, 2000));
      frames.want();
    },
    close() {
      if (frames.end()) screen.show(pending.splice(0), []);
    },
  };
}
