import { expect, test } from 'vitest';
import { perform } from './perform.ts';
import { handOut, siteOf } from '../../../test/support/site.ts';

const never = new AbortController().signal;
const commits = { candidate: { files: {}, parents: ['base'] } };

test('RECOVER-01 what a run came to is kept before it is told, and told from there when it is asked again', async () => {
  const landed: string[] = [];
  const land = async (commit: string) => {
    landed.push(commit);
    return { kind: 'landed' } as const;
  };
  const context = siteOf({ commits, lander: { land } });
  const assignment = handOut(context, 'land', { commit: 'candidate' });
  const passed: string[] = [];
  const result = await perform(context, assignment, never, (where) => passed.push(where));
  expect(result).toMatchObject({ type: 'task_complete' });
  expect(passed).toEqual(['before land A 0', 'done land A 0', 'kept land A 0']);
  expect(await perform(context, assignment, never)).toEqual(result);
  expect(landed).toEqual(['candidate']);
});

test('P8 records of other work with the same number, as after an old journal was put back, answer nothing', async () => {
  const context = siteOf({ commits });
  const assignment = handOut(context, 'land', { commit: 'candidate' });
  await perform(context, assignment, never);
  for (const other of [{ ticket: 'B' }, { seq: 99 }, { at: 7 }, { type: 'critic_dispatched' } as const])
    await expect(perform(context, { ...assignment, ...other }, never)).rejects.toThrow(
      'belong to other work',
    );
});

test('a run that was cancelled keeps no result and can be carried out again', async () => {
  const context = siteOf({ commits });
  const assignment = handOut(context, 'gate', { commit: 'candidate' });
  expect(await perform(context, assignment, AbortSignal.abort())).toBeUndefined();
  expect(await context.records.finished(assignment.run)).toBeUndefined();
  expect(await perform(context, assignment, never)).toMatchObject({ type: 'landing_gate_passed' });
});

test('waiting for a limit is cancelled even when that was said before it began, and ends by the clock otherwise', async () => {
  const context = siteOf();
  const assignment = { ...handOut(context, 'develop'), type: 'wait_started', until: 7 } as const;
  expect(await perform(context, assignment, AbortSignal.abort())).toBeUndefined();
  const wake = (at: number, callback: () => void) => {
    expect(at).toBe(7);
    callback();
    return () => undefined;
  };
  const ended = await perform({ ...context, clock: { now: () => 9, wake } }, assignment, never);
  expect(ended).toMatchObject({ type: 'wait_over', run: assignment.run });
});
