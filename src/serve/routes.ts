/** Every address under `/api/v1` that is answered, for people who write programs: the reference page is made of this. */
export type Route = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly says: string;
  /** The type of `wire.ts` or `wire-tables.ts` that it answers with; empty for plain text. */
  readonly answers: string;
};

export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: 'state',
    says: 'the state of the run: every ticket, every open decision',
    answers: 'StateView',
  },
  {
    method: 'GET',
    path: 'events?after=N',
    says: 'server-sent events after event N; event ids are journal numbers, and `Last-Event-ID` resumes after that event',
    answers: 'WireEvent',
  },
  {
    method: 'GET',
    path: 'history?after=N&limit=N',
    says: 'a range of the journal, 500 events at most',
    answers: 'HistoryView',
  },
  { method: 'GET', path: 'tickets/ID', says: 'every step of a ticket', answers: 'TicketView' },
  {
    method: 'GET',
    path: 'tickets/ID/diff?attempt=N&against=N',
    says: 'what an attempt changed, since the ticket began or since another attempt',
    answers: 'DiffView',
  },
  { method: 'GET', path: 'tickets/ID/runs/N/prompt', says: 'the prompt of an agent', answers: '' },
  { method: 'GET', path: 'tickets/ID/runs/N/output', says: 'the output of the step', answers: '' },
  { method: 'GET', path: 'audit', says: 'audits and their scores', answers: 'AuditView' },
  {
    method: 'GET',
    path: 'results',
    says: 'the trend over runs, the last audit and the last review',
    answers: 'ResultsView',
  },
  {
    method: 'GET',
    path: 'cost',
    says: 'what was spent, by role, model, stage and ticket',
    answers: 'CostView',
  },
  { method: 'GET', path: 'cost.csv', says: 'the same data as CSV', answers: '' },
  {
    method: 'GET',
    path: 'gates',
    says: 'gates, checks and rules: how often, how long, how noisy',
    answers: 'GatesView',
  },
  {
    method: 'GET',
    path: 'workers',
    says: 'the machines of a cluster: connected workers, their work, the waiting work',
    answers: 'WorkersView',
  },
  {
    method: 'POST',
    path: 'decisions/ID',
    says: 'answers `{question, choice, reason}` to an open decision, as `gauntlet decide` does',
    answers: 'AnswerView',
  },
  {
    method: 'POST',
    path: 'steering',
    says: '`{act, ticket, reason, developers, releaseDependents, text, from}`, as `gauntlet pause`, `note`, `skip` and the like do',
    answers: 'SteerView',
  },
];
