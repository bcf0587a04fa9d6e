// A site in memory, honest about what it holds: commits with files, agents that say what they are told to say.
import { memoryRecords } from './memory-records.ts';
import type { AgentSettings } from '../../src/model/config.ts';
import type { AssignmentEvent, Event, Stage } from '../../src/model/events.ts';
import type { AgentCall, AgentEnd, Agents } from '../../src/ports/agents.ts';
import type { Delivery, Hub, Lander, MergeCommit, Workspaces } from '../../src/ports/git.ts';
import type { Processes, ProgramEnd } from '../../src/ports/processes.ts';
import { planOf, readConfig, readEpic, runPlanOf } from '../../src/plan/index.ts';
import { RunProjection } from '../../src/run/loop/run-projection.ts';
import { Meter } from '../../src/run/agent-call/meter.ts';
import { budgetOf } from '../../src/run/loop/policy-of.ts';
import type { RunRecords } from '../../src/run/records/run-records.ts';
import type { AgentPart, Inputs, StageContext } from '../../src/run/stage-context.ts';
import { landerOf } from './site-lander.ts';

export type Files = Readonly<Record<string, string>>;
export type FakeCommit = { readonly files: Files; readonly parents?: readonly string[] };

export type Scene = {
  /** Lines added to the epic file. */
  readonly epic?: string;
  readonly config?: string;
  readonly commits?: Readonly<Record<string, FakeCommit>>;
  /** What an agent says, or how it ends. */
  readonly says?: (call: AgentCall) => string | Partial<AgentEnd>;
  /** Exit code of a check, by its words. */
  readonly checks?: (argv: string) => number | ProgramEnd['how'];
  readonly workspaces?: Partial<Workspaces>;
  readonly lander?: Partial<Lander>;
  readonly delivery?: Partial<Delivery>;
};

export type Stand = StageContext & {
  readonly calls: AgentCall[];
  /** Commit or tree of every check that ran, with its words. */
  readonly ran: string[];
  /** Fold an event that has happened. */
  tell(...events: readonly Partial<Event>[]): void;
};

const settings: AgentSettings = {
  use: 'command',
  run: ['agent'],
  model: null,
  effort: null,
  provider: null,
  baseUrl: null,
  apiKeyEnv: null,
  env: [],
  network: false,
  token: true,
  timeout: null,
  prices: null,
};

const cast: AgentPart = { settings, text: 'You are an agent.', origin: 'built-in', hash: 'h' };

const epicText = `version: 1
epic: e1
title: A small epic
base: main
verify: [{ id: unit, run: run unit }, { id: lint, run: run lint }]
tickets:
  - id: A
    title: Add it
    acceptance: [{ id: AC1, text: it is there }]
`;

export const base: FakeCommit = { files: { 'src/a.ts': 'one\ntwo\n' } };

export function siteOf(scene: Scene = {}): Stand {
  const inputs = inputsOf(scene);
  const plan = planOf(inputs.epic, inputs.config);
  const commits: Record<string, FakeCommit> = { base, ...scene.commits };
  const calls: AgentCall[] = [];
  const ran: string[] = [];
  const memory = new RunProjection();
  let words = 0;
  const tell = (...events: readonly Partial<Event>[]): void => {
    for (const each of events) memory.learn({ v: 1, at: 0, ...each, seq: memory.state.seq + 1 } as Event);
  };
  tell(
    { type: 'run_started', plan: runPlanOf(plan), overtaking: 8 },
    {
      type: 'inputs_recorded',
      base: { ref: 'main', commit: 'base', tree: 'tree of base' },
    },
  );
  return {
    inputs,
    plan,
    hub: hubOf(commits),
    workspaces: { ...workspacesOf(scene), ...scene.workspaces },
    lander: { ...landerOf(), ...scene.lander },
    processes: processesOf(scene, ran),
    setups: { ready: async () => ({ kind: 'ready', env: {} }) },
    measurements: { get: () => ({ report: null }), put: () => undefined },
    agents: agentsOf(scene, calls),
    records: memoryRecords() as RunRecords,
    grammars: async () => new Map(),
    installed: () => undefined,
    clock: { now: () => 5, wake: () => () => undefined },
    ids: { word: (length) => `word${String((words += 1)).padStart(length - 4, '0')}` },
    meter: new Meter(() => memory.state, {
      budget: budgetOf(plan.limits),
      ticketBudget: { usd: plan.limits.ticketBudgetUsd, tokens: null },
    }),
    state: () => memory.state,
    tipWhenSent: (run) => memory.tipWhenSent(run),
    dossier: (job) => memory.dossiers.of(job),
    calls,
    ran,
    tell,
  };
}

function inputsOf(scene: Scene): Inputs {
  const config = readConfig({ file: 'gauntlet.yaml', text: `version: 1\n${scene.config ?? ''}` });
  const text = `${epicText}${scene.epic ?? ''}`;
  const epic = readEpic({
    file: 'epic.yaml',
    text,
    readFile: (path) => (scene.commits?.['base'] ?? base).files[path],
  });
  if (!epic.ok || !config.ok)
    throw new Error(JSON.stringify([...epic.complaints, ...config.complaints].map(({ message }) => message)));
  const roles = ['developer', 'critic', 'auditor', 'reviewer', 'fixer', 'remediator'] as const;
  return {
    epic: epic.value,
    config: config.value,
    epicFile: 'epic.yaml',
    base: { ref: 'main', commit: 'base', tree: 'tree of base' },
    cast: Object.fromEntries(roles.map((role) => [role, cast])),
    configFolder: '/config',
    programs: [],
  };
}

function hubOf(commits: Readonly<Record<string, FakeCommit>>): Hub {
  const at = (id: string): FakeCommit => {
    const found = commits[id.replace(/^tree of /, '')];
    if (found === undefined) throw new Error(`there is no commit ${id}`);
    return found;
  };
  const ancestors = (id: string): readonly string[] => [
    id,
    ...(at(id).parents ?? []).flatMap((parent) => ancestors(parent)),
  ];
  const blob = (text: string | undefined) => (text === undefined ? null : { blob: text, mode: '100644' });
  return {
    adopt: async (ref) => ({ commit: ref, tree: `tree of ${ref}` }),
    commit: async (id) => (at(id), { commit: id, tree: `tree of ${id}` }),
    isAncestor: async (ancestor, of) => ancestors(of).includes(ancestor),
    mergeBase: async (a, b) => ancestors(a).find((id) => ancestors(b).includes(id)),
    changes: async (before, after) => {
      const [old, now] = [at(before).files, at(after).files];
      const paths = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort();
      return paths
        .filter((path) => old[path] !== now[path])
        .map((path) => ({ path, before: blob(old[path]), after: blob(now[path]) }));
    },
    diff: async () => '',
    paths: async (id) => Object.keys(at(id).files),
    file: async (id, path) => {
      const text = at(id).files[path];
      return text === undefined ? undefined : new TextEncoder().encode(text);
    },
    link: async () => undefined,
    pastFiles: async () => [],
    log: async (before, after) =>
      ancestors(after)
        .filter((id) => !ancestors(before).includes(id))
        .map((commit) => ({ commit, author: '', subject: '' })),
    merges: async (before, after) => firstParentMerges(at, before, after),
    compose: async (id) => `tree of ${id}`,
  };
}

function firstParentMerges(at: (id: string) => FakeCommit, before: string, after: string): MergeCommit[] {
  const [onto, merged] = after === before ? [] : (at(after).parents ?? []);
  if (onto === undefined) return [];
  const earlier = firstParentMerges(at, before, onto);
  return merged === undefined ? earlier : [...earlier, { commit: after, onto, merged }];
}

function workspacesOf({ delivery }: Scene): Workspaces {
  return {
    open: async (ticket, { base: from, head }) => ({
      path: `/workspace/${ticket}`,
      branch: `ticket/${ticket}`,
      base: from,
      head,
      conflicts: [],
    }),
    prove: async () => [],
    deliver: async () => ({ commit: 'work', tree: 'tree of work', leftOut: [], problems: [], ...delivery }),
    found: async () => undefined,
    holds: async () => true,
    export: async (commit) => `/export/${commit}`,
    proveExport: async () => [],
    holdExport: () => () => undefined,
    retire: async () => undefined,
    standing: async () => ({}),
    checkout: async (commit) => ({
      path: `/checkout/${commit}`,
      reset: async () => undefined,
      rewritten: async () => [],
      release: async () => undefined,
    }),
    close: async () => undefined,
    withdraw: async () => undefined,
    withholding: () => workspacesOf({}),
    basedOn: () => workspacesOf({}),
    isWithholding: false,
    visible: [],
    hidden: [],
    forAgents: { visible: [], hidden: [], withheld: [] },
  };
}

function processesOf({ checks = () => 0 }: Scene, ran: string[]): Processes {
  return {
    enforcement: 'enforced',
    layering: 'pool',
    shownAs: (path) => path,
    because: '',
    observes: async () => false,
    reap: async () => 0,
    freePort: async () => 20_000 + ran.length,
    run: async ({ argv, cwd }, cancel) => {
      const words = argv.join(' ').replace(/^sh -c /, '');
      ran.push(`${words} @ ${cwd.replace('/checkout/', '')}`);
      const code = cancel?.aborted === true ? ({ kind: 'cancelled' } as const) : checks(words);
      const how = typeof code === 'number' ? ({ kind: 'exited', code } as const) : code;
      return { how, stdout: '', stderr: '', truncated: false, durationMs: 1 };
    },
  };
}

function agentsOf({ says = () => '' }: Scene, calls: AgentCall[]): Agents {
  return {
    problem: async () => undefined,
    call: async (call) => {
      calls.push(call);
      const said = says(call);
      const end = typeof said === 'string' ? { text: said } : said;
      return { stop: { kind: 'finished' }, text: '', usage: null, session: null, by: null, ...end };
    },
  };
}

/** Work handed out to ticket A, told to the site as well. */
export function handOut(site: Stand, stage: Stage, more: Partial<AssignmentEvent> = {}): AssignmentEvent {
  const types: Partial<Record<Stage, AssignmentEvent['type']>> = {
    baseline: 'baseline_started',
    develop: 'developer_dispatched',
    validate: 'validation_started',
    review: 'critic_dispatched',
    audit: 'auditor_dispatched',
    confirm: 'claim_check_started',
    merge: 'merge_started',
    gate: 'landing_gate_started',
    land: 'landing_started',
    survey: 'survey_started',
    team: 'team_auditor_dispatched',
    score: 'scoring_started',
  };
  const assignment = {
    type: types[stage] ?? 'critic_dispatched',
    v: 1,
    seq: site.state().seq + 1,
    at: 0,
    ticket: 'A',
    run: site.state().runs,
    stage,
    seat: 0,
    attempt: 0,
    round: 1,
    try: 0,
    clarification: 0,
    commit: null,
    claim: null,
    reserved: { usd: 0, tokens: 0 },
    until: null,
    because: '',
    ...more,
  } as AssignmentEvent;
  // The seat is made first, as a decision would have done.
  site.tell({
    type: 'ticket_routed',
    ticket: assignment.ticket,
    stage,
    seats: assignment.seat + 1,
    claim: null,
    because: '',
  });
  site.tell(assignment);
  return assignment;
}
