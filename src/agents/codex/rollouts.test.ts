import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { nothingSeen, type RolloutEntry, withEntry } from './rollout-entry.ts';
import { followRollouts, type Rollouts } from './rollouts.ts';

let home: string;
let day: string;
let open: Rollouts | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gauntlet-rollouts-'));
  day = join(home, 'sessions/2026/11/15');
  mkdirSync(day, { recursive: true });
});
afterEach(() => {
  open?.close();
  open = undefined;
  rmSync(home, { recursive: true, force: true });
});

const line = (type: string, payload: unknown): string => `${JSON.stringify({ type, payload })}\n`;
const record = (tokens: number): string =>
  line('token_usage_record', { usage: { input_tokens: tokens, cached_input_tokens: 1, output_tokens: 2 } });
const count = (total: number, last: number): string =>
  line('event_msg', {
    type: 'token_count',
    info: {
      total_token_usage: { total_tokens: total },
      last_token_usage: { input_tokens: last, output_tokens: 1 },
    },
  });

function follow(told: (seen: RolloutEntry) => void = () => undefined): Rollouts {
  open = followRollouts(home, told);
  return open;
}

test('EPIC-12 every model call is told of while the turn goes on, and what was used before is not counted again', async () => {
  const file = join(day, 'rollout-2026-11-15T00-00-00-abc.jsonl');
  writeFileSync(file, line('session_meta', { cli_version: '1.2.3' }) + record(500) + count(500, 500));
  const told: number[] = [];
  const rollouts = follow(({ tokensIn }) => told.push(tokensIn));
  expect(told).toEqual([]);
  appendFileSync(file, line('turn_context', { model: 'm', effort: 'low' }) + record(10) + count(510, 10));
  await expect.poll(() => told).toEqual([10]);
  appendFileSync(file, record(20));
  await expect.poll(() => told).toEqual([10, 30]);
  expect(rollouts.seen()).toMatchObject({
    version: '1.2.3',
    model: 'm',
    effort: 'low',
    calls: 2,
    tokensIn: 30,
    tokensCached: 2,
    tokensOut: 4,
  });
  expect(rollouts.fileOf('abc')).toBe(file);
  expect(rollouts.fileOf('other')).toBeUndefined();
});

test('EPIC-12 a version that notes no calls is followed by its counts', () => {
  const rollouts = follow();
  writeFileSync(join(day, 'rollout-a.jsonl'), count(11, 10) + count(11, 10) + count(32, 20));
  rollouts.look();
  expect(rollouts.seen()).toMatchObject({ calls: 2, tokensIn: 30 });
});

test('a last line whose end is missing is read at the end, or left out', () => {
  const rollouts = follow();
  writeFileSync(join(day, 'rollout-a.jsonl'), record(10) + record(20).trimEnd());
  writeFileSync(join(day, 'rollout-b.jsonl'), record(40).slice(0, -20));
  rollouts.look();
  expect(rollouts.seen()).toMatchObject({ calls: 2, tokensIn: 30 });
});

test('P6 what a worker puts in the place of a file is not opened: links, pipes, folders', () => {
  const elsewhere = join(home, 'elsewhere.jsonl');
  writeFileSync(elsewhere, record(10));
  symlinkSync(elsewhere, join(day, 'rollout-link.jsonl'));
  symlinkSync(day, join(home, 'sessions/2026/11/16'));
  mkdirSync(join(day, 'rollout-folder.jsonl'));
  execFileSync('mkfifo', [join(day, 'rollout-pipe.jsonl')]);
  const rollouts = follow();
  rollouts.look();
  expect(rollouts.seen()).toEqual(nothingSeen);
});

test('RECOVER-02 how a turn failed and when its limit ends are read', () => {
  const failed = (codex_error_info: unknown): RolloutEntry =>
    withEntry(nothingSeen, {
      type: 'event_msg',
      payload: { type: 'task_complete', error: { message: '', codex_error_info } },
    });
  expect(failed('usage_limit_exceeded').failure).toEqual({ kind: 'usage_limit_exceeded', status: null });
  expect(failed({ http_connection_failed: { http_status_code: 401 } }).failure).toEqual({
    kind: 'http_connection_failed',
    status: 401,
  });
  const rate_limits = {
    primary: { used_percent: 100, resets_at: 5 },
    secondary: { used_percent: 20, resets_at: 9 },
  };
  expect(
    withEntry(nothingSeen, { type: 'event_msg', payload: { type: 'token_count', rate_limits } }).resets,
  ).toBe(5000);
});

test('EPIC-12 whatever is written down, what was used never shrinks', () => {
  const type = fc.constantFrom('session_meta', 'turn_context', 'token_usage_record', 'event_msg', 'other');
  const usage = fc.record({
    input_tokens: fc.jsonValue(),
    output_tokens: fc.jsonValue(),
    total_tokens: fc.jsonValue(),
  });
  const payload = fc.oneof(
    fc.jsonValue(),
    fc.record({ usage }),
    fc.record({
      type: fc.constantFrom('token_count', 'task_complete', 'error'),
      info: fc.record({ total_token_usage: usage, last_token_usage: usage }),
      rate_limits: fc.jsonValue(),
      error: fc.jsonValue(),
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ type, payload })), (entries) => {
      let seen = nothingSeen;
      for (const entry of entries) {
        const next = withEntry(seen, entry);
        expect(next.calls).toBeGreaterThanOrEqual(seen.calls);
        expect(next.tokensIn).toBeGreaterThanOrEqual(seen.tokensIn);
        expect(next.tokensOut).toBeGreaterThanOrEqual(seen.tokensOut);
        seen = next;
      }
    }),
  );
});
