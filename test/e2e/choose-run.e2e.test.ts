// Which run a command means that names none: told by the journals alone, whatever was touched or read since.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { openJournal } from '../../src/journal/index.ts';
import type { Draft, Event } from '../../src/model/events.ts';
import { builtCli, type Place } from '../built-cli.ts';
import { direct } from '../support/director.ts';
import { readJournal } from '../support/journal.ts';

let place: Place;

beforeAll(() => {
  place = builtCli();
});
afterAll(() => place.remove());
beforeEach(() => {
  mkdirSync(place.dir, { recursive: true });
  execFileSync('git', ['init', '-q', '-b', 'main', place.dir]);
});
afterEach(() => rmSync(place.dir, { recursive: true, force: true }));

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 0, 1, 12);

/** Records a run whose last event happened so many hours after noon, in files that were written so many hours after it. */
async function record(
  path: string,
  events: readonly Event[],
  { hour, written }: { readonly hour: number; readonly written: number },
): Promise<void> {
  const folder = join(place.dir, '.git/gauntlet', path);
  const last = events.at(-1)?.at ?? 0;
  const journal = openJournal({ file: join(folder, 'journal.db') });
  await journal.append(events.map((event) => ({ ...event, at: event.at - last + NOON + hour * HOUR })));
  journal.close();
  const at = (NOON + written * HOUR) / 1000;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), at, at);
}

/** A run in which a ticket waits for a decision. */
function waiting(ticket: string): readonly Event[] {
  const stage = direct({ tickets: [ticket] }, { maxRevisions: 0 });
  stage.drive(ticket, 'review');
  stage.answer(ticket, 'critic_fail', { findings: ['src/a.ts:3'] });
  return stage.journal;
}

const ended = readJournal('test/fixtures/journals/v0.1.jsonl');
const epic = (id: string): string => `epics/${id}`;
const nextOf = (...args: string[]): string => place.run(args).stderr.split('\n')[0] ?? '';

test('a command without a name takes the run that has not ended, though a finished one is newer on disk', async () => {
  await record(epic('open'), waiting('API-1'), { hour: 1, written: 1 });
  await record(epic('a-done'), ended, { hour: 2, written: 9 });
  const said = 'epic open, the latest unfinished of 2 runs (open, a-done)';
  for (const args of [['status'], ['resume'], ['report'], ['cost'], ['events'], ['sync']])
    expect([args, nextOf(...args)]).toEqual([args, said]);
  const merging = place.run(['merge', '--dry-run']).stderr;
  expect(merging, 'only what passed can be merged').toContain('epic a-done, the latest of 2 runs');
});

test('a command about a ticket takes the run that has the ticket', async () => {
  await record(epic('old'), waiting('API-1'), { hour: 1, written: 1 });
  await record(epic('new'), waiting('API-2'), { hour: 2, written: 2 });
  expect(place.run(['ticket', 'why', 'API-1']).stdout).toContain('API-1');
  expect(place.run(['logs', 'API-1']).code).toBe(0);
  const decided = place.run(['decide', 'API-1', '--retry', '--reason', 'again']);
  expect(decided).toMatchObject({ code: 0, stdout: expect.stringContaining('API-1: retry') as string });
  expect(place.run(['ticket', 'why', 'API-2']).stdout).toContain('API-2');
});

test('decide lists the open decisions of all runs and reviews, each with the command that answers it', async () => {
  await record(epic('old'), waiting('API-1'), { hour: 1, written: 1 });
  const alone = place.run(['decide']);
  expect(alone).toMatchObject({ code: 3, stdout: expect.stringContaining('--epic old ') as string });
  // Its last event comes after the answer to the other.
  await record(epic('new'), waiting('API-1'), { hour: 1e6, written: 2 });
  await record(epic('done'), ended, { hour: 3, written: 3 });
  await record('reviews/review-feature-1', reviewed(opened, stuck), { hour: 1, written: 1 });
  const { code, stdout, stderr } = place.run(['decide']);
  expect([code, stderr]).toEqual([3, '']);
  expect(stdout).toContain('gauntlet decide feature --retry|--manual');
  for (const id of ['old', 'new']) {
    expect(stdout).toContain(`epic ${id}\n`);
    expect(stdout).toMatch(new RegExp(`gauntlet decide API-1 --retry --reason "…" --epic ${id} `));
  }
  const value = JSON.parse(place.run(['decide', '--json']).stdout) as Record<string, unknown>;
  expect(value).toMatchObject({
    epic: 'new',
    decisionsNeeded: [{ epic: 'new', ticket: 'API-1' }, { epic: 'old' }],
    reviews: [{ review: 'feature' }],
  });
  expect(place.run(['decide', '--epic', 'old']).stdout).not.toContain('feature');
  expect(place.run(['decide', '--epic', 'done'])).toMatchObject({
    code: 0,
    stdout: 'Nothing has to be decided.\n',
  });
  const answer = ['decide', 'API-1', '--retry', '--reason', 'again', '--epic', 'old'];
  expect(place.run(answer).stdout).toContain('Next: gauntlet resume old');
});

test('of runs that have all ended the one with the latest event is taken, whatever its name and files', async () => {
  await record(epic('a-first'), ended, { hour: 1, written: 9 });
  await record(epic('z-second'), ended, { hour: 2, written: 1 });
  expect(nextOf('status')).toBe('epic z-second, the latest of 2 runs (z-second, a-first)');
});

const opened: Draft = {
  type: 'review_opened',
  v: 1,
  ticket: 'review:1',
  inputs: 'x',
  branch: 'feature',
  base: 'main',
  from: 'a'.repeat(40),
  head: 'b'.repeat(40),
  rounds: 3,
  reviewers: 1,
  fix: false,
  failOn: 'HIGH',
};
const left: Draft = {
  type: 'review_ended',
  v: 1,
  ticket: 'review:1',
  status: 'clean',
  because: 'nothing was found',
  limit: false,
};
const stuck: Draft = {
  type: 'ticket_escalated',
  v: 1,
  ticket: 'review:1',
  kind: null,
  reason: 'round_limit',
  options: ['retry', 'manual'],
  because: 'findings are left',
};
const reviewed = (...drafts: readonly Draft[]): readonly Event[] =>
  drafts.map((draft, nth) => ({ ...draft, seq: nth + 1, at: nth }));

test('a review that has not ended is taken before an epic that has, also by a name that both have', async () => {
  await record(epic('feature'), ended, { hour: 2, written: 9 });
  await record('reviews/review-feature-1', reviewed(opened), { hour: 1, written: 1 });
  const { stdout, stderr } = place.run(['status']);
  expect(stderr).toBe('review of feature, the latest unfinished of 2 runs (feature, feature)\n');
  expect(stdout).toMatch(/^REVIEW {2}INTERRUPTED/);
  expect(place.run(['status', 'feature']).stdout).toMatch(/^REVIEW {2}INTERRUPTED/);
});

test('resume after a review that has ended says so, and what it came to', async () => {
  await record('reviews/review-feature-1', reviewed(opened, left), { hour: 1, written: 1 });
  const { code, stdout, stderr } = place.run(['resume']);
  expect(stderr).toBe(
    'the review of feature has ended; this is its result. Start another: gauntlet review\n',
  );
  expect(stdout).toMatch(/^REVIEW {2}PASSED .* feature against main /);
  expect(code).toBe(0);
});

test('a run that was cancelled is no longer what a command means, until somebody resumes it', async () => {
  await record(epic('old'), waiting('API-1'), { hour: 1, written: 1 });
  await record(epic('done'), ended, { hour: 2, written: 2 });
  await record('reviews/review-feature-1', reviewed(opened, stuck), { hour: 3, written: 3 });
  expect(nextOf('status')).toBe('review of feature, the latest unfinished of 3 runs (feature, old, done)');
  const reviewEnded = place.run(['cancel', 'feature', '--reason', 'not now']);
  expect(reviewEnded.stdout).toMatch(/^review of feature: cancelled by .*: not now\n$/);
  expect(nextOf('status')).toBe('epic old, the latest unfinished of 3 runs (old, feature, done)');
  const said = place.run(['cancel', 'old']).stdout;
  expect(said).toMatch(/^old: run cancelled by .*\. To continue it: gauntlet resume old\n$/);
  expect(place.run(['decide'])).toMatchObject({ code: 0, stdout: 'Nothing has to be decided.\n' });
  const status = place.run(['status', 'old']);
  expect(status).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('FAILED: cancelled by') as string,
  });
  expect(nextOf('status')).not.toContain('unfinished');
  expect(place.run(['cancel', 'old'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the run of old has ended') as string,
  });
});

/** Commands of a text, as somebody would copy them: with words for `…`. */
function printedIn(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/gauntlet (?:decide|resume|logs|ticket|status) [^\n]*?(?= {2}|\n|:\n|\):)/g)].map(
    ([command]) => command.replaceAll('"…"', 'words').split(' ').slice(1),
  );
}

test('FIRST-06 a printed command, copied, acts on its own run where other runs have a ticket of that name too', async () => {
  await record(epic('told'), waiting('API-1'), { hour: 1, written: 1 });
  await record(epic('newer'), waiting('API-1'), { hour: 2, written: 2 });
  const shown = [
    ['status', 'told'],
    ['decide', '--epic', 'told'],
    ['ticket', 'why', 'API-1', '--epic', 'told'],
  ];
  const copied = shown.flatMap((args) => printedIn(place.run(args).stdout));
  expect(copied.length).toBeGreaterThan(5);
  // Accepting needs a name in git, which is not what this is about.
  for (const args of copied.filter((each) => each[0] !== 'resume' && !each.includes('--accept'))) {
    const isDry = args[0] === 'decide' && args.length > 3;
    const { stderr, code } = place.run(isDry ? [...args, '--dry-run'] : args);
    expect([args, stderr]).toEqual([args, '']);
    expect([0, 3]).toContain(code);
  }
  for (const args of copied) expect(args).toContain('told');
});
