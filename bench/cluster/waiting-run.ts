import { execFileSync } from 'node:child_process';

import { migrate, openPostgres, readClusterJournal } from '../../src/cluster/index.ts';
import type { Postgres } from '../../src/cluster/index.ts';
import { admitted, settle } from '../../src/run/index.ts';
import type { Recorder } from '../../src/run/index.ts';
import { link } from '../../src/journal/index.ts';
import type { AssignmentEvent, Draft, Event } from '../../src/model/events.ts';
import type { Policy } from '../../src/decide/index.ts';
import { evolve, initialState } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import { ClusterRun } from '../../test/support/cluster-run.ts';
import { epicId } from '../../test/support/world.ts';
import { pass, policy } from '../coordinator.ts';
import { untilThere } from './database-load.ts';

const AT_ONCE = 500;

/** An epic of so many tickets, so many of which wait for a person; all others have landed. Nobody drives it. */
export async function waitingRun(url: string, tickets: number, waiting: number): Promise<ClusterRun> {
  const ids = Array.from({ length: tickets }, (_, nth) => `T${nth}`);
  const run = new ClusterRun({ tickets: ids.map((id) => ({ id })) }, url);
  const postgres = await openPostgres(url);
  await migrate(postgres);
  await begun(run, postgres);
  // What the first coordinator had handed out is answered here, by nobody's machine.
  await postgres.query('DELETE FROM gauntlet.work');
  await postgres.query('UPDATE gauntlet.epics SET until = NULL');
  const asking = new Set(ids.slice(0, waiting));
  const commits = commitsFor(run, ids.slice(waiting));
  await drive(postgres, answering(asking, commits));
  await postgres.close();
  return run;
}

/** A real beginning: the command reads the epic, keeps what judges it, makes the branch; then it is killed. */
async function begun(run: ClusterRun, postgres: Postgres): Promise<void> {
  const coordinator = run.coordinate();
  await untilThere(postgres, 'SELECT 1 FROM gauntlet.work', coordinator);
  coordinator.child.kill('SIGKILL');
  await coordinator.ended;
}

/** One commit after the other on the epic branch, as if so many tickets had landed there. */
function commitsFor(run: ClusterRun, ids: readonly string[]): readonly string[] {
  const base = run.git('rev-parse', 'main');
  const branch = `refs/heads/epic/${epicId}`;
  const who = 'Gauntlet <gauntlet@example.invalid> 1700000000 +0000';
  const told = ids.map((id, nth) =>
    [
      `commit ${branch}`,
      `committer ${who}`,
      `data ${id.length}\n${id}`,
      ...(nth === 0 ? [`from ${base}`] : []),
      `M 100644 inline parts/${id}.txt\ndata ${id.length}\n${id}\n`,
    ].join('\n'),
  );
  execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: run.repository, input: told.join('\n') });
  return run.git('rev-list', '--reverse', `${base}..${branch}`).split('\n');
}

type Answer = (assignment: AssignmentEvent) => Draft;

/** Everybody passes, but for those who ask; what lands is on the branch in this order. */
function answering(asking: ReadonlySet<string>, commits: readonly string[]): Answer {
  let merged = 0;
  return (assignment) => {
    const { ticket, run, stage } = assignment;
    const used = { usd: 0, tokens: 0 };
    if (asking.has(ticket) && stage === 'develop')
      return { type: 'developer_question', v: 1, ticket, run, used, question: 'Which of the two is meant?' };
    const draft = pass(assignment);
    if (draft.type === 'merged') return { ...draft, commit: commits[merged++] ?? '' };
    if (draft.type === 'task_complete') return { ...draft, commit: commits[merged - 1] ?? '' };
    return draft;
  };
}

/** From where the journal stands until nothing can be decided any more; every result is a row, with what it leads to. */
async function drive(postgres: Postgres, answer: Answer): Promise<void> {
  const chosen: Policy = {
    ...policy,
    auditors: 1,
    perMilestone: false,
    endOfRun: false,
    waitForPeople: true,
  };
  const queue: AssignmentEvent[] = [];
  let state: State = initialState;
  const journal = await readClusterJournal(postgres, epicId);
  for (const event of journal.read()) {
    state = evolve(state, event);
    if ('reserved' in event) queue.push(event);
  }
  journal.close();
  let { seq, at } = state;
  let events: Event[] = [];
  const recorder: Recorder = {
    stamp: (draft) => ({ ...draft, seq: ++seq, at: ++at }),
    append: (steps) => void events.push(...steps.map((step) => step.event)),
  };
  let rows: (readonly Event[])[] = [];
  for (const assignment of queue) {
    const event = recorder.stamp(answer(assignment), 0);
    events = [event];
    const settled = settle(admitted(state, event), chosen, recorder);
    state = settled.state;
    queue.push(...settled.start);
    rows.push(events);
    if (rows.length < AT_ONCE) continue;
    await insert(postgres, rows);
    rows = [];
  }
  await insert(postgres, rows);
}

/** As a coordinator would append them one by one, but in one statement: nobody waits for ten thousand tickets here. */
async function insert(postgres: Postgres, all: readonly (readonly Event[])[]): Promise<void> {
  const { rows: ends } = await postgres.query<{ hash: string }>(
    "SELECT encode(hash, 'hex') AS hash FROM gauntlet.epics WHERE epic = $1",
    [epicId],
  );
  let hash = ends[0]?.hash ?? '';
  const rows = all.map((events) => {
    const json = JSON.stringify(events);
    hash = link(hash, json);
    return { seq: events[0]?.seq ?? 0, last: events.at(-1)?.seq ?? 0, json, hash };
  });
  const last = rows.at(-1);
  if (last === undefined) return;
  await postgres.query(
    `INSERT INTO gauntlet.events (epic, seq, last, json, hash)
     SELECT $1, seq::bigint, last::bigint, json, decode(hash, 'hex')
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS row (seq, last, json, hash)`,
    [
      epicId,
      rows.map(({ seq }) => String(seq)),
      rows.map((row) => String(row.last)),
      rows.map(({ json }) => json),
      rows.map((row) => row.hash),
    ],
  );
  await postgres.query("UPDATE gauntlet.epics SET seq = $2, hash = decode($3, 'hex') WHERE epic = $1", [
    epicId,
    last.last,
    last.hash,
  ]);
}
