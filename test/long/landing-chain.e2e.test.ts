// Twelve tickets that are ready at about the same time and land through a chain of candidates.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';

import type { Event } from '../../src/model/events.ts';
import { type Ended, EpicRun, patience, plainEpic } from '../support/epic-run.ts';
import { doneTwice, landedOn, unprovedOn } from '../support/proved-branch.ts';

let epic: EpicRun;
let server: Server;
let ended: Ended;
let shown: Ended;
let read: Ended;

const ids = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'];

/** C and E are green alone and red together; F and G change the same lines; the check takes a moment. */
const check = `sleep 1
if [ -f parts/C.txt ] && [ -f parts/E.txt ] && ! grep -q fits parts/[CE].txt; then echo "C and E clash"; exit 1; fi
`;

/** Says of a tree whether the flaky check is green: red the first time for base, and for every tree that holds K and another part. */
function flickering(): Server {
  const seen = new Set<string>();
  return createServer((socket) => {
    socket.setEncoding('utf8').once('data', (line: string) => {
      const parts = line.trim();
      const isFirst = !seen.has(parts);
      seen.add(parts);
      const isFlaky = parts === 'base' || (/\bK\b/.test(parts) && parts !== 'K base');
      socket.end(isFlaky && isFirst ? 'red\n' : 'green\n');
    });
    socket.on('error', () => undefined);
  });
}

const flicker = `exec 3<>/dev/tcp/127.0.0.1/PORT
ls parts | sed -n 's/\\([A-Z]\\|base\\).txt$/\\1/p' | tr '\\n' ' ' >&3
echo >&3
read -r answer <&3
echo "$answer"
[ "$answer" = green ]
`;

const fitted = `if [ -f parts/C.txt ] || [ -f parts/E.txt ]; then echo fits; fi >"parts/$GAUNTLET_TICKET.new"
mv "parts/$GAUNTLET_TICKET.new" "parts/$GAUNTLET_TICKET.txt"`;

const joined = `if [ -f .git/MERGE_HEAD ]; then
  echo both >parts/shared.txt; git add -A && git commit -qm 'Join both' >&2
else echo "$GAUNTLET_TICKET" >parts/shared.txt; fi`;

beforeAll(async () => {
  server = flickering().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  epic = new EpicRun({
    files: {
      'check.sh': check,
      'flicker.sh': flicker.replace('PORT', String(port)),
      'parts/shared.txt': 'base\n',
    },
    epic: {
      verify: [
        ...(plainEpic['verify'] as readonly object[]),
        { id: 'flicker', run: 'bash flicker.sh', timeout: '1m', network: true },
      ],
    },
    config: { limits: { maxParallel: 12, maxAgents: 12, maxVerify: 4, maxGates: 4 } },
    tickets: ids.map((id) => ({ id, review: false })),
    playbook: [
      ...['C', 'E'].map((ticket) => ({ role: 'developer', ticket, shell: fitted }) as const),
      ...['F', 'G'].map((ticket) => ({ role: 'developer', ticket, shell: joined }) as const),
    ],
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await epic.until('start|developer/|D|');
  await epic.untilEvent('landing_gate_started', 'D');
  [shown, read] = await Promise.all([epic.ask('status'), epic.ask('status', '--json')]);
  await epic.gauntlet('cancel', 'D', '--reason', 'not wanted');
  ended = await running.ended;
  await epic.look();
}, patience);
afterAll(() => {
  epic.remove();
  server.close();
});

function ofType<T extends Event['type']>(type: T): Extract<Event, { type: T }>[] {
  return epic.events().filter((event): event is Extract<Event, { type: T }> => event.type === type);
}

test('QUEUE-01 QUEUE-03 every ticket but the one that a person cancelled lands, once', () => {
  expect(ended.code, ended.stderr).toBe(1);
  expect(epic.landed().toSorted()).toEqual(ids.filter((id) => id !== 'D'));
  expect(epic.git('grep', 'fits', 'epic/e1', '--', 'parts')).toContain('fits');
  expect(epic.git('show', 'epic/e1:parts/shared.txt')).toBe('both');
});

test('QUEUE-01 every commit on the branch is the very one that was gated, compared with its first parent', () => {
  const landed = landedOn((...args) => epic.git(...args), 'main..epic/e1');
  expect(landed).toHaveLength(11);
  expect(unprovedOn(landed, epic.events())).toEqual([]);
  expect(doneTwice(epic.events())).toEqual([]);
});

test('QUEUE-02 a check that flickers ejects nobody, and its retry voids nobody', () => {
  const flaky = ofType('landing_gate_passed').filter((event) => event.flaky?.includes('flicker'));
  expect(flaky.length).toBeGreaterThan(0);
  const split = ofType('landing_gate_started').filter((event) => event.checks?.includes('flicker'));
  expect(split.length).toBeGreaterThan(0);
  expect(ofType('ticket_sent_back').filter(({ because }) => because.includes('flicker'))).toEqual([]);
  expect(ofType('candidates_voided').filter(({ because }) => because.includes('flicker'))).toEqual([]);
  expect(flaky.every(({ ticket }) => epic.landed().includes(ticket))).toBe(true);
});

test('QUEUE-04 status shows the chain while it runs, in words and in JSON', () => {
  expect(shown.stdout).toMatch(/landing {3}\d gates? running/);
  expect(shown.stdout).toMatch(/^ {4}D gate .*, on /m);
  const { landing } = JSON.parse(read.stdout) as { landing: { links: { ticket: string; on: string[] }[] } };
  const link = landing.links.find(({ ticket }) => ticket === 'D');
  expect(link?.on.length).toBeGreaterThan(0);
});

test('QUEUE-02 gates ran at the same time, and only the real clash and the real conflict cost a landing retry', () => {
  expect(ofType('landing_gate_started').some(({ onto }) => onto !== undefined)).toBe(true);
  const back = ofType('ticket_sent_back').map(({ ticket, kind }) => `${ticket} ${kind}`);
  expect(back.filter((each) => !/^[CE] landing$/.test(each) && !/^[FG] landing$/.test(each))).toEqual([]);
  expect(back.filter((each) => /^[CE]/.test(each)).length).toBeLessThanOrEqual(1);
});
