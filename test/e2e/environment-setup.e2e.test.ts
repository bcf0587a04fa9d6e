// Workspaces are made ready before anybody works or checks in them, and what that needs is nobody's fault.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

let epic: EpicRun;
let ended: Ended;
let broken: EpicRun;
let brokenEnd: Ended;

const check = `cmp made/lock package-lock.json || exit 3
grep -q COPIED .env.test || exit 4
grep -q LINKED fixtures/a.txt && echo x >fixtures/cache || exit 5
`;

beforeAll(async () => {
  epic = new EpicRun({
    files: {
      'check.sh': check,
      'package-lock.json': '{ "lockfileVersion": 3 }\n',
      'setup.sh': 'test -f .env.test || exit 9\nmkdir -p made && cp package-lock.json made/lock\n',
      '.gitignore': 'made\n.env.test\nfixtures\n',
    },
    config: { limits: { maxParallel: 2, maxVerify: 1, agentTimeout: '2m', stall: '2m' } },
    epic: { setup: { run: ['sh setup.sh'], copy: ['.env.test'], link: ['fixtures'], timeout: '1m' } },
    tickets: [
      { id: 'ONE' },
      { id: 'TWO' },
      { id: 'LOCK', needs: ['ONE', 'TWO'], mayChange: ['package-lock.json'] },
    ],
    playbook: [
      ...['ONE', 'TWO'].map((ticket) => ({
        role: 'developer' as const,
        ticket,
        hold: ticket,
        shell: `test -f made/lock && test -d fixtures && test ! -e "$TMPDIR/mine" && echo x >"$TMPDIR/mine" && echo alone
          echo "place $PORT $TMPDIR"; mkdir -p parts; echo x >parts/$GAUNTLET_TICKET.txt`,
      })),
      { role: 'developer', ticket: 'LOCK', write: { 'package-lock.json': '{ "lockfileVersion": 4 }\n' } },
    ],
  });
  // What the user has beside the repository: never committed, needed by everybody.
  epic.write({ '.env.test': 'COPIED=1\n', 'fixtures/a.txt': 'LINKED\n' });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await Promise.all([epic.until('held ONE'), epic.until('held TWO')]);
  epic.letGo('ONE');
  epic.letGo('TWO');
  ended = await running.ended;
  await epic.look();
  broken = new EpicRun({
    epic: { setup: { run: ['echo no network >&2; exit 7'], timeout: '1m' } },
    tickets: [{ id: 'ONE' }],
  });
  brokenEnd = await broken.run();
}, patience);
afterAll(() => {
  epic.remove();
  broken.remove();
});

/** How often setup really ran, by the logs each run leaves. */
function setupRuns(): number {
  const runs = join(epic.state, 'runs');
  return readdirSync(runs).filter((run) => readdirSync(join(runs, run)).includes('setup-1')).length;
}

test('ENV-02 setup, copied and linked files are there before any agent or check, and again when the lockfile changes', () => {
  expect(ended.code).toBe(0);
  expect(epic.landed()).toEqual(expect.arrayContaining(['ONE', 'TWO', 'LOCK']));
});

test('ENV-02 the user’s identity applies to everything that lands', () => {
  expect(new Set(epic.git('log', '--format=%an <%ae> %cn', 'main..epic/e1').split('\n'))).toEqual(
    new Set(['Tester <tester@example.invalid> Tester']),
  );
});

test('ENV-02 setup runs once for each place, lockfile and commit, however many checks follow', () => {
  // Three workspaces, and one place for checks at the base, at three delivered commits and at three merged ones: a script
  // may make what it makes from any file.
  expect(setupRuns()).toBeLessThanOrEqual(3 + 1 + 3 + 3);
});

test('ENV-02 each workspace has a port and a temporary directory of its own, empty when work begins', () => {
  const places = ['ONE', 'TWO'].map((ticket) => {
    const { text } = epic.record(epic.runs(ticket, 'develop')[0]?.run ?? 0, 'answer') as { text: string };
    expect(text).toContain('alone\n');
    return /^place (\d+) (\/.+)$/m.exec(text)?.slice(1) ?? [];
  });
  const [one = [], two = []] = places;
  expect(one[0]).not.toBe(two[0]);
});

test('ENV-02 REAL-03 a setup that fails is infrastructure: no developer is sent, no attempt is used up, a person is told why', () => {
  expect(brokenEnd.code).not.toBe(0);
  expect(broken.runs('ONE', 'develop')).toEqual([]);
  expect(broken.story('ONE')).not.toContain('ticket_sent_back');
  const said = [brokenEnd.stdout, JSON.stringify(broken.events())].join('\n');
  expect(said).toMatch(/setup failed|inconclusive|not green/);
  expect(broken.of('baseline', 'ticket_escalated')).toMatchObject([{ reason: 'base_setup_failed' }]);
});
