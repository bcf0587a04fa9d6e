import { expect, test } from 'vitest';

import { statuses } from '../../model/events.ts';
import { exportedStatus, parseEpicState, writeEpicState } from './epic-state.ts';
import type { EpicState, EpicStateTicket } from './epic-state.ts';

const ticket: EpicStateTicket = {
  status: 'completed',
  revisionCount: 1,
  reviewStartedAt: '2025-01-02T03:04:05Z',
  reviewCompletedAt: '2025-01-02T03:06:05Z',
  reviewApproved: true,
  reviewHistory: [
    {
      attempt: 0,
      reviewedAt: '2025-01-01T00:00:00Z',
      status: 'fail',
      overallScore: 65.5,
      blockingIssuesCount: 2,
      revisionNotes: 'again',
      extra: { by: 'critic' },
    },
    {
      attempt: 1,
      reviewedAt: '2025-01-02T03:06:05Z',
      status: 'pass',
      overallScore: 90,
      blockingIssuesCount: 0,
      revisionNotes: null,
      extra: {},
    },
  ],
  currentReviewReport: { ticket_id: 'API-1', status: 'pass' },
  failureReason: null,
  completedAt: '2025-01-02T03:07:00Z',
  extra: { git_info: { branch: 'ticket/API-1' } },
};
const state: EpicState = { tickets: new Map([['API-1', ticket]]), extra: { epic_id: 'e', version: 3 } };
const plain = {
  revisionCount: 0,
  reviewStartedAt: null,
  reviewCompletedAt: null,
  reviewApproved: null,
  reviewHistory: [],
  currentReviewReport: null,
  failureReason: null,
  completedAt: null,
  extra: {},
};

/** The one ticket of a file that has these fields, and what was said about it. */
function read(fields: unknown): readonly [EpicStateTicket | undefined, readonly string[]] {
  const parsed = parseEpicState(JSON.stringify({ tickets: { T: fields } }));
  return [parsed.state?.tickets.get('T'), parsed.reasons];
}

test('EPIC-09 the view has the founding fields, the exact status, and one entry for each review', () => {
  expect(JSON.parse(writeEpicState(state))).toEqual({
    epic_id: 'e',
    version: 3,
    tickets: {
      'API-1': {
        git_info: { branch: 'ticket/API-1' },
        status: 'completed',
        gauntlet_status: 'completed',
        revision_count: 1,
        review_started_at: '2025-01-02T03:04:05Z',
        review_completed_at: '2025-01-02T03:06:05Z',
        review_approved: true,
        review_history: [
          {
            attempt: 0,
            reviewed_at: '2025-01-01T00:00:00Z',
            status: 'fail',
            overall_score: 65.5,
            blocking_issues_count: 2,
            revision_notes: 'again',
            by: 'critic',
          },
          {
            attempt: 1,
            reviewed_at: '2025-01-02T03:06:05Z',
            status: 'pass',
            overall_score: 90,
            blocking_issues_count: 0,
            revision_notes: null,
          },
        ],
        current_review_report: { ticket_id: 'API-1', status: 'pass' },
        failure_reason: null,
        completed_at: '2025-01-02T03:07:00Z',
      },
    },
  });
});

test('EPIC-09 SIGNAL-06 a written view is read back to the same value', () => {
  expect(parseEpicState(writeEpicState(state))).toEqual({ state, reasons: [] });
});

test('EPIC-09 states the founding schema lacks are shown as the nearest one', () => {
  expect(Object.fromEntries(statuses.map((status) => [status, exportedStatus(status, true)]))).toEqual({
    pending: 'pending',
    queued: 'queued',
    executing: 'executing',
    validating: 'validating',
    reviewing: 'reviewing',
    auditing: 'reviewing',
    landing: 'reviewing',
    needs_revision: 'needs_revision',
    blocked: 'blocked',
    escalated: 'blocked',
    completed: 'completed',
    failed: 'failed',
  });
});

test('EPIC-10 003#18 a ticket that nobody reviews is written as validating while it lands, and is read back', () => {
  const landing = { ...ticket, reviewStartedAt: null, status: 'landing' } as const;
  const text = writeEpicState({ tickets: new Map([['T', landing]]), extra: {} });
  expect(JSON.parse(text)).toMatchObject({
    tickets: { T: { status: 'validating', gauntlet_status: 'landing' } },
  });
  expect(parseEpicState(text).state?.tickets.get('T')?.status).toBe('landing');
});

test.each(statuses)('EPIC-09 %s survives the way through the file', (status) => {
  const text = writeEpicState({ tickets: new Map([['T', { ...ticket, status }]]), extra: {} });
  expect(parseEpicState(text).state?.tickets.get('T')?.status).toBe(status);
});

test('EPIC-09 an older file loads with defaults, and what is not ours is kept', () => {
  expect(
    parseEpicState('{"epic":"x","tickets":{"T":{"status":"in-progress","phase":"not-started"}}}'),
  ).toEqual({
    state: {
      tickets: new Map([['T', { ...plain, status: 'executing', extra: { phase: 'not-started' } }]]),
      extra: { epic: 'x' },
    },
    reasons: [],
  });
  const older = { status: 'reviewing', review_history: [{ status: 'fail', score: 65 }] };
  expect(read(older)[0]?.reviewHistory).toEqual([
    {
      attempt: 0,
      reviewedAt: null,
      status: 'fail',
      overallScore: 65,
      blockingIssuesCount: 0,
      revisionNotes: null,
      extra: {},
    },
  ]);
});

test('EPIC-09 a foreign field cannot hide one of ours', () => {
  const extra = { status: 'completed', tickets: 'gone' };
  const text = writeEpicState({ tickets: new Map([['T', { ...ticket, status: 'failed', extra }]]), extra });
  expect(JSON.parse(text)).toMatchObject({ tickets: { T: { status: 'failed' } } });
});

test.each([
  ['completed', 'auditing', 'completed', ['gauntlet_status: contradicts the status']],
  ['blocked', 'escalated', 'escalated', []],
  ['blocked', 'odd', 'blocked', ['gauntlet_status: contradicts the status']],
  [undefined, 'landing', 'landing', []],
  ['odd', 'landing', 'landing', []],
  ['odd', undefined, 'pending', ['status: not one we know']],
  [7, 8, 'pending', ['gauntlet_status: contradicts the status', 'status: not one we know']],
])('EPIC-09 status %j beside gauntlet_status %j is %s', (status, exact, result, reasons) => {
  expect(read({ status, gauntlet_status: exact })).toEqual([
    { ...plain, status: result },
    reasons.map((reason) => `tickets.T.${reason}`),
  ]);
});

test.each([
  ['revision_count', -1],
  ['revision_count', 1.5],
  ['revision_count', '1'],
  ['review_started_at', 5],
  ['review_completed_at', {}],
  ['review_approved', 'true'],
  ['review_history', {}],
  ['current_review_report', []],
  ['failure_reason', false],
  ['completed_at', 0],
])('EPIC-09 %s of %j is not believed, and said', (name, value) => {
  expect(read({ status: 'failed', [name]: value })).toEqual([
    { ...plain, status: 'failed' },
    [`tickets.T.${name}: cannot be read`],
  ]);
});

test('EPIC-09 an entry of the history that cannot be read is unknown, never a pass', () => {
  const odd = {
    attempt: 'x',
    reviewed_at: 1,
    status: 'passed',
    overall_score: 101,
    blocking_issues_count: -1,
    revision_notes: 2,
  };
  const [found, reasons] = read({
    status: 'failed',
    review_history: [
      7,
      odd,
      { overall_score: -1 },
      { overall_score: 0, status: 'unknown' },
      { overall_score: 100 },
    ],
  });
  const entry = {
    reviewedAt: null,
    status: 'unknown',
    overallScore: null,
    blockingIssuesCount: 0,
    revisionNotes: null,
    extra: {},
  };
  expect(found?.reviewHistory).toEqual([
    { ...entry, attempt: 1 },
    { ...entry, attempt: 2 },
    { ...entry, attempt: 3, overallScore: 0 },
    { ...entry, attempt: 4, overallScore: 100 },
  ]);
  const names = [
    'attempt',
    'reviewed_at',
    'status',
    'overall_score',
    'blocking_issues_count',
    'revision_notes',
  ];
  expect(reasons).toEqual([
    'tickets.T.review_history.0: not an object',
    ...names.map((name) => `tickets.T.review_history.1.${name}: cannot be read`),
    'tickets.T.review_history.2.overall_score: cannot be read',
  ]);
});

test.each(['', 'x', '[]', '7', 'null', '{"tickets":{}', '{"a":'.repeat(600) + '1' + '}'.repeat(600)])(
  'EPIC-09 %s is no epic state',
  (text) => {
    expect(parseEpicState(text)).toEqual({ state: null, reasons: ['not a JSON object'] });
  },
);

test('EPIC-09 depth is counted outside strings, up to 500', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)},"tickets":{}}`;
  expect(parseEpicState(nested(500)).reasons).toEqual([]);
  expect(parseEpicState(nested(501)).state).toBeNull();
  expect(parseEpicState(`{"a":"\\"${'{['.repeat(600)}","tickets":{}}`).reasons).toEqual([]);
  expect(parseEpicState(`{"a":[${'[],{},'.repeat(600)}1],"tickets":{}}`).reasons).toEqual([]);
});

test('EPIC-09 tickets that are none are said and the others kept', () => {
  expect(parseEpicState('{"tickets":{"A":5,"B":{"status":"failed"},"C\\u001b[2J":null}}')).toEqual({
    state: { tickets: new Map([['B', { ...plain, status: 'failed' }]]), extra: {} },
    reasons: ['tickets.A: not an object', 'tickets.C: not an object'],
  });
  expect(parseEpicState('{"a":1}')).toEqual({
    state: { tickets: new Map(), extra: { a: 1 } },
    reasons: ['tickets: not an object'],
  });
});

test('EPIC-09 keys that touch prototypes are kept as data', () => {
  const text = '{"__proto__":{"x":1},"tickets":{"__proto__":{"status":"failed","constructor":2}}}';
  const { state: read, reasons } = parseEpicState(text);
  expect([reasons, read?.tickets.get('__proto__')?.status]).toEqual([[], 'failed']);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  expect(read === null ? '' : writeEpicState(read)).toContain('"__proto__"');
});
