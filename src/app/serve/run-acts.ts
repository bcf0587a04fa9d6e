import { nullable, openMapOf, optional, text } from '../../schema/shape.ts';
import { fits } from '../../schema/fits.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { GauntletError } from '../../model/error.ts';
import { runOutcome, runWord } from '../../report/index.ts';
import type { GivenSteering } from '../../serve/index.ts';
import type { Caller } from '../../project/call.ts';
import { holderOf, isHeld } from '../../project/lease-holder.ts';
import { askCommand } from '../../project/ask-command.ts';
import { runOf } from '../../project/kept/read-run.ts';
import { pausing } from '../steer/acts.ts';
import { deliver } from '../steer/deliver.ts';
import { messageOf, refuseUnlessOn, type SteeringReason, type Situation } from '../steer/steer.ts';

export type RunActionContext = {
  readonly io: Caller;
  readonly top: string;
  readonly cluster: string | undefined;
};

/** A coordinator that is on its way hears of something, or starts, within this time. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 100;

async function until(holds: () => boolean, since = Date.now()): Promise<boolean> {
  while (!holds()) {
    if (Date.now() - since > PATIENCE_MS) return false;
    await sleep(LOOK_MS);
  }
  return true;
}

/** Stops a run as Ctrl-C does: what runs may end, `resume` continues. Who stopped it is recorded first. */
export async function stopRun(
  situation: Situation,
  said: SteeringReason,
  { cluster }: RunActionContext,
): Promise<string> {
  const { place, state } = situation;
  refuseUnlessOn(situation, 'stopped');
  const holder = holderOf(place);
  if (holder === undefined || holder.host !== hostname())
    throw new GauntletError('USAGE_INVALID', `the coordinator is on ${holder?.host ?? 'another machine'}`, {
      hint: 'Press Ctrl-C there, or pause it here.',
    });
  if (state.paused === null) {
    const act = pausing(situation, said);
    await deliver(place, act, messageOf(act, state), cluster);
    if (!(await until(() => runOf(place).state.paused !== null)))
      throw new GauntletError('STATE_CONFLICT', 'the stop request has not arrived', { hint: 'Try again.' });
  }
  process.kill(holder.pid, 'SIGINT');
  return 'the run stops after its running steps; resume continues it';
}

/** Continues a run in a process of its own, which outlives this server. */
export async function resumeRun(
  { held, state, place }: Situation,
  around: RunActionContext,
): Promise<string> {
  const { top, cluster } = around;
  if (held) throw new GauntletError('STATE_CONFLICT', 'the run is already running');
  if (runOutcome(state, runWord(state, false)).verdict === 'passed')
    throw new GauntletError('USAGE_INVALID', 'the run has passed: there is nothing to continue');
  const [node = process.execPath, program = ''] = process.argv;
  const file = join(place.folder, 'resume.log');
  const log = openSync(file, 'w', 0o600);
  const child = spawn(node, [...process.execArgv, program, 'resume', place.id, '--no-input', '--no-color'], {
    cwd: top,
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...around.io.env, ...(cluster === undefined ? {} : { GAUNTLET_CLUSTER: cluster }) },
  });
  closeSync(log);
  child.unref();
  const ended = once(child, 'exit').catch(() => undefined);
  await Promise.race([until(() => isHeld(place)), ended]);
  if (child.exitCode === null) return 'the run continues';
  const [why = ''] = readFileSync(file, 'utf8').trim().split('\n').slice(-1);
  return `the run continued and ended with exit code ${child.exitCode}: ${why}`;
}

/** Merges the result that the person looked at into its base, as `gauntlet merge -y` does. */
export async function mergeRun(
  { held, state, place }: Situation,
  { tip }: Pick<GivenSteering, 'tip'>,
  { io, top }: RunActionContext,
): Promise<string> {
  if (held)
    throw new GauntletError('STATE_CONFLICT', 'the run is still running: merge its result when it has ended');
  if (tip !== state.tip)
    throw new GauntletError('STATE_CONFLICT', 'the result has changed: look at it first');
  const { failed, value } = await askCommand({ ...io, cwd: top })(
    ['merge', place.id, '-y'],
    new AbortController().signal,
  );
  const { error, base, next } = fits(Merged, value) ? value : {};
  if (!failed)
    return `merged into ${base ?? 'its base'}; nothing was pushed. ${(next ?? '') === '' ? '' : `Next: ${next}`}`;
  const hint = error?.hint === undefined ? {} : { hint: error.hint };
  throw new GauntletError('USAGE_INVALID', error?.message ?? String(value), hint);
}

const Merged = openMapOf({
  error: optional(openMapOf({ message: text(), hint: optional(text()) })),
  base: optional(text()),
  next: optional(nullable(text())),
});
