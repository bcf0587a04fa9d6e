import { afterAll, beforeAll, expect, test } from 'vitest';

import type { AssignmentEvent } from '../model/events.ts';
import { golden, Paper, PaperServer } from '../../test/support/paper-desk.ts';
import { costCsv } from './view/cost-csv.ts';
import type { DiffView, HistoryView, StateView, TicketView } from './wire.ts';
import type { AuditView, CostView, GatesView, WorkersView } from './wire-tables.ts';

const escape = '\u001b[31m';
const bidi = '\u202e';
const hostile = `<script>alert(1)</script>${escape}${bidi}end`;
const seen = '<script>alert(1)</script>end';

const finding = {
  source: { kind: 'critic', name: 'critic' },
  rule: 'code_quality',
  severity: 'HIGH',
  file: 'src/a.ts',
  line: 3,
  message: hostile,
  evidence: '',
  fix: hostile,
  fingerprint: 'f1',
  grounding: 'located',
};

let server: PaperServer;
const last = golden.length + 1;
const paper = new Paper([
  ...golden,
  {
    type: 'inputs_recorded',
    v: 1,
    seq: last,
    at: golden.at(-1)?.at ?? 0,
    base: { ref: 'main', commit: 'c0', tree: 't0' },
    inputs: 'a'.repeat(64),
    epicFile: 'b'.repeat(64),
    configFile: null,
    agents: [],
    enforcement: 'enforced',
    notes: [hostile],
  },
]);
/** The first review that failed, and its ticket. */
const failed = golden.find((event) => event.type === 'critic_fail');
const ticket = failed?.ticket ?? '';
const run = failed?.run ?? -1;

beforeAll(async () => {
  const tickets = golden[0]?.type === 'run_started' ? golden[0].plan.tickets : [];
  paper.records.set('inputs', {
    epic: {
      title: hostile,
      limits: { budgetUsd: 20 },
      tickets: tickets.map(({ id }) => ({
        id,
        title: hostile,
        description: hostile,
        touches: ['src/**'],
        acceptance: [{ id: 'AC1', text: hostile, verify: 'npm test' }],
      })),
    },
    config: { limits: { maxRevisions: 4 } },
    cast: { developer: { settings: { use: 'claude', model: 'opus' } } },
  });
  paper.records.set(`${run}/feedback`, { kind: 'review', findings: [finding] });
  paper.records.set(`${run}/setAside`, [{ ...finding, fingerprint: 'f2' }]);
  paper.records.set(`${run}/prompt`, `TOKEN: secret\n${hostile}`);
  paper.records.set(`${run}/output`, `${'x'.repeat(1_000_000)}${hostile}`);
  paper.diff = hostile;
  server = new PaperServer(paper);
  await server.start();
});
afterAll(() => server.remove());

test('BEYOND-07 the state tells of every ticket, where it stands and why it does not move', async () => {
  const state = await server.json<StateView>('state');
  expect(state).toMatchObject({ schemaVersion: 1, seq: last, readOnly: false, person: 'ada' });
  expect(state.run).toMatchObject({ epic: 'told', budget: { usd: 20, tokens: null } });
  const tickets = state.rows.filter(({ kind }) => kind === 'ticket');
  expect(tickets.length).toBe(Object.values(state.run.counts).reduce((sum, many) => sum + many, 0));
  const still = tickets.filter(({ bucket }) => bucket !== 'done' && bucket !== 'running');
  expect(still.filter(({ why }) => why === '')).toEqual([]);
  for (const row of tickets) {
    expect(row.title).toBe(seen);
    expect(row.steps.map(({ stage }) => stage)).toEqual([
      'develop',
      'validate',
      'review',
      'audit',
      'gate',
      'land',
    ]);
    expect(row.rounds).toBeGreaterThanOrEqual(5);
  }
});

test('EPIC-13 nothing that an agent or a repository wrote leaves with what a terminal or an eye would obey', async () => {
  const paths = ['state', `tickets/${ticket}`, 'audit', 'cost', 'gates', 'history', `tickets/${ticket}/diff`];
  for (const path of [
    ...paths,
    `tickets/${ticket}/runs/${run}/prompt`,
    `tickets/${ticket}/runs/${run}/output`,
  ]) {
    const { status, body, headers } = await server.ask(`/api/v1/${path}`);
    expect(status, path).toBe(200);
    expect(body.includes(escape) || body.includes('\\u001b'), path).toBe(false);
    expect(body.includes(bidi) || body.includes('\\u202e'), path).toBe(false);
    expect(headers['content-type']).toMatch(/^(application\/json|text\/plain); charset=utf-8$/);
  }
});

test('BEYOND-07 a ticket tells its attempts, what each found, and what was set aside and why', async () => {
  const view = await server.json<TicketView>(`tickets/${ticket}`);
  expect(view.row).toMatchObject({ id: ticket, rounds: 5 });
  expect(view.acceptance).toMatchObject([
    { id: 'AC1', text: seen, verify: 'npm test', verdict: 'not judged' },
  ]);
  const runs = view.attempts.flatMap((attempt) => attempt.runs);
  expect(runs.map((each) => each.run)).toEqual(
    golden.flatMap((event) =>
      'reserved' in event && event.ticket === ticket && event.type !== 'wait_started' ? [event.run] : [],
    ),
  );
  const review = runs.find((each) => each.run === run);
  expect(review).toMatchObject({ stage: 'review', role: 'critic', outcome: 'fail' });
  expect(review?.findings.map(({ message, setAside }) => [message, setAside])).toEqual([
    [seen, ''],
    [seen, 'it could not be tied to the code at the reviewed commit'],
  ]);
});

test('what an agent was asked and said is plain text, and only that of the ticket that is named', async () => {
  const asked = await server.ask(`/api/v1/tickets/${ticket}/runs/${run}/prompt`);
  expect(asked.body).toBe(`TOKEN: secret\n${seen}`);
  const said = await server.ask(`/api/v1/tickets/${ticket}/runs/${run}/output`);
  expect(said.body).toHaveLength(1_000_000 + seen.length);
  const foreign = golden.find((event) => 'reserved' in event && event.ticket !== ticket);
  const other = foreign !== undefined && 'run' in foreign ? foreign.run : -1;
  expect((await server.ask(`/api/v1/tickets/${ticket}/runs/${other}/prompt`)).status).toBe(404);
  expect((await server.ask(`/api/v1/tickets/${ticket}/runs/..%2f1/prompt`)).status).toBe(404);
  expect((await server.ask('/api/v1/tickets/NOBODY')).status).toBe(404);
});

test('the diff of an attempt is from where its ticket began, or from another attempt', async () => {
  const view = await server.json<TicketView>(`tickets/${ticket}`);
  const [first] = view.attempts.filter(({ commit }) => commit !== null);
  const diff = await server.json<DiffView>(`tickets/${ticket}/diff?attempt=${first?.attempt}`);
  expect(diff).toMatchObject({ from: view.base, to: first?.commit, cut: false });
  expect(diff.text).toContain(seen);
  expect((await server.ask(`/api/v1/tickets/${ticket}/diff?attempt=99`)).status).toBe(404);
});

test('a range of the journal is had by the numbers of its events', async () => {
  const history = await server.json<HistoryView>('history?after=10&limit=5');
  expect(history.last).toBe(last);
  expect(history.events.map(({ seq }) => seq)).toEqual([11, 12, 13, 14, 15]);
  const many = await server.json<HistoryView>('history?limit=100000');
  expect(many.events.length).toBeLessThanOrEqual(500);
});

test('BEYOND-04 cost, gates with what is known of critics, and audits are told from the same journal', async () => {
  const cost = await server.json<CostView>('cost');
  const tokens = cost.by.role.reduce((sum, line) => sum + line.tokens, 0);
  expect(tokens).toBe(cost.total.tokens);
  expect(cost.burn.at(-1)?.tokens ?? 0).toBeGreaterThanOrEqual(tokens);
  const gates = await server.json<GatesView>('gates');
  const reviews = gates.stages.find(({ name }) => name === 'review');
  expect(reviews?.runs).toBeGreaterThan(0);
  expect(reviews?.passed).toBeLessThanOrEqual(reviews?.runs ?? 0);
  expect(gates.rules.find(({ rule }) => rule === 'code_quality')).toMatchObject({ said: 2, setAside: 1 });
  expect(gates.critics).toContainEqual(expect.stringMatching(/ as a reviewer finds 71 %$/));
  expect((await server.json<AuditView>('audit')).scopes.length).toBeGreaterThan(0);
});

test('BEYOND-08 a run on one machine says so; in a cluster every worker is told with what it does and when it was heard of', async () => {
  expect(await server.json<WorkersView>('workers')).toMatchObject({ where: 'here', workers: [] });
  const begun = golden.findIndex(({ type }) => type === 'developer_dispatched');
  const own = new Paper(golden.slice(0, begun + 1));
  const open = golden[begun] as AssignmentEvent;
  const worker = {
    id: 'w1',
    host: hostile,
    pid: 7,
    version: '1.0.0',
    enforcement: 'enforced',
    kinds: ['verify'],
    labels: [hostile],
    capacity: 4,
    busy: 2,
    leaving: false,
    absent: false,
    startedMs: 9000,
    silentMs: 1000,
    runs: [
      { epic: 'told', run: open.run, takenMs: 500 },
      { epic: hostile, run: open.run, takenMs: 400 },
    ],
  };
  own.crew = {
    where: 'cluster',
    workers: [worker, { ...worker, absent: true }, { ...worker, leaving: true }],
    queues: [{ queue: hostile, waiting: 1, taken: 0, served: false }],
  };
  const inCluster = new PaperServer(own);
  await inCluster.start();
  const view = await inCluster.json<WorkersView>('workers');
  expect((await inCluster.ask('/api/v1/workers', { stranger: true })).status).toBe(401);
  await inCluster.remove();
  expect(view.workers.map(({ standing }) => standing)).toEqual(['there', 'absent', 'leaving']);
  expect(view.workers[0]).toMatchObject({ host: seen, labels: [seen], heardAt: view.at - 1000 });
  expect(view.workers[0]?.runs).toMatchObject([
    { ticket: open.ticket, stage: open.stage, since: view.at - 500 },
    // A run of another epic has the same number by chance: it is not that of our ticket.
    { epic: seen, ticket: '', stage: '' },
  ]);
  expect(view.queues).toEqual([{ queue: seen, waiting: 1, taken: 0, served: false }]);
});

test('BEYOND-10 what a person asks of a run is handed on as it was asked, and nothing that is no such thing', async () => {
  const wish = { act: 'skip', ticket, reason: 'not this week', developers: 0, releaseDependents: true };
  const { status, body } = await server.post('/api/v1/steering', wish);
  expect([status, JSON.parse(body)]).toEqual([200, { said: 'as you say' }]);
  for (const act of ['land', 'waive', 'accept', ''])
    expect((await server.post('/api/v1/steering', { ...wish, act })).status).toBe(400);
  const edit = { ...wish, act: 'edit', text: 'id: T5\n', from: 'a'.repeat(64), releaseDependents: false };
  expect((await server.post('/api/v1/steering', edit)).status).toBe(200);
  expect((await server.post('/api/v1/steering', { ...edit, text: 7 })).status).toBe(400);
  expect((await server.post('/api/v1/steering', { ...edit, from: '../x' })).status).toBe(400);
  expect(paper.wishes).toEqual([
    { ...wish, text: '', from: '', tip: '' },
    { ...edit, tip: '' },
  ]);
});

test('an epic that is not there is not opened', async () => {
  expect((await server.ask('/api/v1/state?epic=..%2f..')).status).toBe(400);
});

test('where there are several epics, what is written says which: the one written last may be another by then', async () => {
  const wish = {
    act: 'pause',
    ticket: '',
    reason: 'lunch',
    developers: 0,
    releaseDependents: false,
    text: '',
    from: '',
    tip: '',
  };
  const before = paper.wishes.length;
  paper.epics = ['another', 'told'];
  const unnamed = await server.post('/api/v1/steering', wish);
  const named = await server.post('/api/v1/steering?epic=told', wish);
  paper.epics = ['told'];
  expect([unnamed.status, named.status]).toEqual([400, 200]);
  expect(unnamed.body).toContain('EPIC_UNNAMED');
  expect(paper.wishes.slice(before)).toEqual([wish]);
});

test('FIRST-07 a run that nobody drives is interrupted: nothing of it is shown as running', async () => {
  const begun = golden.findIndex(({ type }) => type === 'developer_dispatched');
  const own = new PaperServer(new Paper(golden.slice(0, begun + 1)));
  await own.start();
  const driven = await own.json<StateView>('state');
  own.paper.held = false;
  const left = await own.json<StateView>('state');
  await own.remove();
  expect([driven.run.outcome.word, driven.run.counts.running]).toEqual(['RUNNING', 1]);
  expect([left.run.outcome.word, left.run.counts.running, left.run.acts]).toEqual([
    'INTERRUPTED',
    0,
    ['resume'],
  ]);
  const [at] = driven.rows.filter(({ bucket }) => bucket === 'running');
  const row = left.rows.find(({ id }) => id === at?.id);
  expect(row).toMatchObject({ bucket: 'waiting', atWork: [], why: 'interrupted: developer was at work' });
  expect(row?.steps.map(({ state }) => state)).not.toContain('running');
});

test('what was spent comes as a table for spreadsheets, which compute nothing of what a model calls itself', async () => {
  const { body, headers } = await server.ask('/api/v1/cost.csv');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(body.split('\n')[0]).toMatch(/^by,name,runs,tokens in/);
  expect(body).toMatch(/\nall,"total",\d+/);
  const line = { runs: 1, tokensIn: null, tokensOut: null, tokens: 1, usd: 0, estimatedUsd: 0, silent: 0 };
  const evil = { ...line, name: '=HYPERLINK("x")' };
  const csv = costCsv({ by: { model: [evil] }, total: { ...line, name: 'total' } } as unknown as CostView);
  expect(csv).toContain(`model,"'=HYPERLINK(""x"")",1,,,1,0,0,0`);
});
