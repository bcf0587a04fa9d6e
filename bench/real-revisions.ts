// Revisions and reviews of a real run whose journal is long: the built command line begins it and is killed, many other
// tickets are played into its journal until each of them waits for a person, and `gauntlet resume` does the rest.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { snapshotKeeper } from '../src/run/loop/keep-snapshots.ts';
import { foldJournal } from '../src/run/index.ts';
import { runLoop } from '../src/run/loop/run-loop.ts';
import { openJournal } from '../src/journal/index.ts';
import type { AssignmentEvent, Draft } from '../src/model/events.ts';
import type { Policy } from '../src/decide/index.ts';
import { reviewFailed } from '../test/support/answers.ts';
import { EpicRun } from '../test/support/epic-run.ts';
import type { Step } from '../test/support/playbook.ts';
import { EVENTS_PER_TICKET } from './contract-rows.ts';
import { policy } from './coordinator.ts';

export type Measurements = { readonly revisions: number[]; readonly reviews: number[] };

/** Some tickets, each sent back once by its critic; the developer says when it began, the journal says all else. */
export async function realRevisions(many: number, others: number): Promise<Measurements> {
  const tickets = Array.from({ length: many }, (_, nth) => ({ id: `R-${nth + 1}`, priority: 'high' }));
  const beside = Array.from({ length: others }, (_, nth) => ({ id: `T-${nth + 1}` }));
  const again = 'echo "AT $(date +%s%3N)"; mkdir -p parts; echo again >"parts/$GAUNTLET_TICKET.txt"';
  const playbook: readonly Step[] = [
    ...tickets.map(({ id }): Step => ({ role: 'developer', ticket: id, has: '.agent/wait', hold: id })),
    { role: 'developer', attempt: 1, shell: again },
    { role: 'critic', attempt: 0, say: reviewFailed(['parts/@TICKET@.txt:1 - is wrong']) },
  ];
  const config = { limits: { maxParallel: many, maxVerify: 2, agentTimeout: '2m', stall: '2m' } };
  const epic = new EpicRun({ config, tickets: [...tickets, ...beside], playbook });
  const wait = join(epic.repository, '.agent/wait');
  try {
    writeFileSync(wait, '');
    const { child, ended } = epic.start(['run', 'epic.yaml', '--no-input']);
    for (const { id } of tickets) await epic.until(`held ${id}`);
    child.kill('SIGKILL');
    // Those whose coordinator is gone end by themselves.
    for (const { id } of tickets) epic.letGo(id);
    await ended;
    rmSync(wait);
    await playOthers(join(epic.state, 'journal.db'), many, others);
    const { code, stderr } = await epic.run('resume');
    // The others wait for a person.
    if (code !== 3) throw new Error(`the run ended with ${code}: ${stderr}`);
    return {
      revisions: tickets.map(({ id }) => revision(epic, id)),
      reviews: tickets.flatMap(({ id }) => reviewsOf(epic, id)),
    };
  } finally {
    epic.remove();
  }
}

function revision(epic: EpicRun, id: string): number {
  const second = epic.runs(id, 'develop').find(({ attempt }) => attempt === 1);
  const text = JSON.stringify(epic.record(second?.run ?? -1, 'answer'));
  const verdict = epic.of(id, 'critic_fail')[0]?.at ?? Number.NaN;
  return Number(/AT (\d+)/.exec(text)?.[1]) - verdict;
}

function reviewsOf(epic: EpicRun, id: string): number[] {
  const verdicts = [...epic.of(id, 'critic_fail'), ...epic.of(id, 'critic_pass')];
  return epic
    .runs(id, 'review')
    .map(({ run, at }) => (verdicts.find((verdict) => verdict.run === run)?.at ?? Number.NaN) - at);
}

/** Every other ticket goes round until its critic has refused it for the last time; what is really at work stays so. */
async function playOthers(file: string, many: number, others: number): Promise<void> {
  const limits = { maxParallel: many + 4, maxAgents: many + 8, maxVerify: 4, maxRevisions: 3 };
  const chosen: Policy = { ...policy, ...limits };
  const journal = openJournal({ file });
  const { memory, open } = foldJournal(journal);
  const keeper = snapshotKeeper(journal, memory);
  const before = memory.state.seq;
  const over = new AbortController();
  let left = others;
  const { end } = runLoop({
    journal,
    clock: { now: () => Date.now() },
    policy: chosen,
    state: memory.state,
    open,
    perform: (assignment, cancel) =>
      assignment.ticket.startsWith('T-') ? Promise.resolve(refused(assignment)) : calledOff(cancel),
    onEvents(steps) {
      keeper.learn(steps);
      left -= steps.filter(({ event }) => event.type === 'ticket_escalated').length;
      if (left === 0) over.abort();
    },
    drain: new AbortController().signal,
    kill: over.signal,
  });
  const { state } = await end;
  await keeper.finish();
  journal.close();
  if (state.seq - before < others * EVENTS_PER_TICKET)
    throw new Error(`${others} tickets made ${state.seq - before} events only`);
}

function calledOff(cancel: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => cancel.addEventListener('abort', () => resolve(undefined)));
}

/** Everybody has to be asked three times before something counts, and the critic is never content. */
function refused({ ticket, run, stage, attempt, clarification }: AssignmentEvent): Draft {
  const head = { v: 1 as const, ticket, run, used: { usd: 0, tokens: 0 } };
  const commit = `c-${ticket}-${attempt}`;
  if (stage !== 'validate' && clarification < 2)
    return { ...head, type: 'agent_unclear', because: 'no signal' };
  if (stage === 'develop')
    return { ...head, type: 'developer_ready_for_review', commit, tree: `t-${commit}` };
  if (stage === 'validate')
    return { ...head, type: 'validation_passed', commit, tree: `t-${commit}`, changed: true };
  return { ...head, type: 'critic_fail', commit, findings: ['one'] };
}
