import { GauntletError } from '../../model/error.ts';
import type { AssignmentEvent, Event } from '../../model/events.ts';
import type { AgentCall } from '../../ports/agents.ts';
import type { Hub } from '../../ports/git.ts';
import type { Records } from '../../ports/records.ts';
import { planOf, runPlanOf } from '../../plan/index.ts';
import type { State } from '../../state/index.ts';
import { seatKey } from '../dossier.ts';
import type { Dossier } from '../dossier.ts';
import { lastWork } from '../last-work.ts';
import { Memory } from '../memory.ts';
import { Meter } from '../meter.ts';
import { perform } from '../perform.ts';
import type { Inputs, Site } from '../site.ts';
import { cutBefore } from './cut-before.ts';
import { auditorIn, handedFor, jobFor, type PartName } from './parts.ts';
import {
  paperIds,
  paperLander,
  paperProcesses,
  paperRecords,
  paperSetups,
  paperWorkspaces,
  untouchedHub,
} from './paper.ts';
import { sampleFeedback, sampleOutage, sampleRound } from './sample.ts';

/** What a rehearsal is about, and what it may read. */
export type Rehearsal = {
  readonly inputs: Inputs;
  /** What has happened; empty before the first run. */
  readonly events: readonly Event[];
  readonly records: Pick<Records, 'get'> | null;
  /** All of it after a run; before, only what the base holds can be read. */
  readonly hub: Hub | Pick<Hub, 'adopt' | 'file' | 'paths'>;
  readonly part: PartName;
  readonly ticket: string;
  /** From 0; null: the last one, or the one that would come next. */
  readonly attempt: number | null;
};

export type Rehearsed = Pick<AgentCall, 'role' | 'auditor' | 'ticket' | 'attempt' | 'prompt' | 'settings'> & {
  /** Something in it stands in for what has not happened. */
  readonly isSample: boolean;
};

/** Beyond every run there will be. */
const OURS = 1_000_000_000;

/**
 * What would be sent to an agent, word for word but for token and delimiter: the stage itself is carried out, by the
 * same code as in a run, on ports that write and start nothing, up to the moment at which the agent would be called.
 */
export async function rehearse(what: Rehearsal): Promise<Rehearsed> {
  const { inputs, part } = what;
  const handed = handedFor(part);
  const job = jobFor(part, what.ticket);
  const cut = cutBefore(what.events, { ...handed, job, attempt: what.attempt });
  const memory = new Memory();
  for (const event of cut.events.length > 0 ? cut.events : beginning(inputs)) memory.learn(event);
  const props = await propsFor(what, memory, job);
  let sent: AgentCall | undefined;
  const site: Site = {
    ...props.site,
    agents: {
      call: async (call) => {
        sent = call;
        return { stop: { kind: 'cancelled' }, text: '', usage: null, session: null, by: null };
      },
      problem: async () => undefined,
    },
  };
  const assignment = assignmentFor(handed, job, cut.found, {
    attempt: what.attempt ?? cut.found?.attempt ?? props.attempt,
    commit: cut.found?.commit ?? props.commit,
  });
  const draft = await perform(site, assignment, new AbortController().signal);
  if (sent === undefined)
    throw new GauntletError(
      'USAGE_INVALID',
      `nobody would be asked${draft && 'because' in draft ? `: ${draft.because}` : ''}`,
      {
        hint: 'gauntlet doctor shows who plays each role.',
      },
    );
  const { role, auditor, ticket, attempt, prompt, settings } = sent;
  return { role, auditor, ticket, attempt, prompt, settings, isSample: props.isSample };
}

/** The first two events of a run that has not begun. */
function beginning(inputs: Inputs): readonly Event[] {
  const about = { v: 1, at: 0 } as const;
  const plan = runPlanOf(planOf(inputs.epic, inputs.config));
  const files = { inputs: 'none', epicFile: 'none', configFile: null, agents: [], notes: [] };
  return [
    { ...about, type: 'run_started', seq: 1, plan, overtaking: 1 },
    { ...about, type: 'inputs_recorded', seq: 2, base: inputs.base, ...files, enforcement: 'verified' },
  ];
}

type Props = {
  readonly site: Omit<Site, 'agents'>;
  readonly isSample: boolean;
  readonly attempt: number;
  readonly commit: string;
};

/** The stage as it stands; what has not happened and is needed all the same is put there, marked as a sample. */
async function propsFor(
  { inputs, part, records, hub }: Rehearsal,
  memory: Memory,
  job: string,
): Promise<Props> {
  const paper = paperRecords(records, OURS);
  const dossiers = new Map<string, Dossier>();
  const dossier = (name: string): Dossier => {
    const known = dossiers.get(name) ?? memory.dossiers.of(name);
    if (known.base === '') known.base = memory.state.tip;
    dossiers.set(name, known);
    return known;
  };
  const needed = await fillIn(part, { paper, dossier, state: memory.state, job });
  const plan = planOf(inputs.epic, inputs.config);
  const auditor = auditorIn(part);
  const team = { ...plan.gating.team, auditors: auditor === undefined ? [] : [auditor] };
  const site: Props['site'] = {
    inputs,
    plan: { ...plan, gating: { ...plan.gating, team } },
    hub: 'diff' in hub ? hub : untouchedHub(inputs, hub),
    workspaces: paperWorkspaces,
    lander: paperLander,
    processes: paperProcesses,
    setups: paperSetups,
    records: paper,
    grammars: async () => new Map(),
    installed: () => undefined,
    clock: { now: () => 0, wake: () => () => undefined },
    ids: paperIds(),
    meter: new Meter(() => memory.state, {
      budget: { usd: null, tokens: null },
      ticketBudget: { usd: null, tokens: null },
    }),
    state: () => needed.state,
    tipWhenSent: () => memory.state.tip,
    dossier,
  };
  const commit = await lastWork(paper, dossier(job));
  return { site, isSample: needed.isSample, attempt: dossier(job).sentBack.length, commit };
}

type Stage = {
  readonly paper: Records;
  readonly dossier: (job: string) => Dossier;
  readonly state: State;
  readonly job: string;
};

/** A kind of rework that has not come, an audit that found nothing, a base that is not red: shown by a sample. */
async function fillIn(part: PartName, { paper, dossier, state, job }: Stage) {
  const feedback = sampleFeedback(part);
  if (feedback !== undefined) {
    const { sentBack } = dossier(job);
    if (sentBack.some(({ kind }) => kind === feedback.kind)) return { state, isSample: false };
    sentBack.push({ kind: feedback.kind, attempt: sentBack.length, because: '', runs: [OURS + 1] });
    await paper.put(OURS + 1, 'feedback', { ...feedback, attempt: sentBack.length - 1 });
    return { state, isSample: true };
  }
  if (part === 'fixer' && dossier(job).group === null) {
    dossier(job).group = { audit: 'audit:sample', nth: 0 };
    dossier('audit:sample').runs.set(seatKey('score', 0), [OURS + 1]);
    await paper.put(OURS + 1, 'round', sampleRound);
    return { state, isSample: true };
  }
  if (part === 'remediator' && state.infrastructure.because === '') {
    const infrastructure = { ...state.infrastructure, because: sampleOutage };
    return { state: { ...state, infrastructure }, isSample: true };
  }
  return { state, isSample: false };
}

function assignmentFor(
  { type, stage }: ReturnType<typeof handedFor>,
  job: string,
  found: AssignmentEvent | undefined,
  { attempt, commit }: { readonly attempt: number; readonly commit: string },
): AssignmentEvent {
  return {
    v: 1,
    seq: OURS,
    at: 0,
    type,
    stage,
    ticket: job,
    run: OURS,
    seat: stage === 'team' ? 0 : (found?.seat ?? 0),
    attempt,
    round: found?.round ?? 1,
    try: 0,
    clarification: 0,
    commit,
    claim: null,
    reserved: { usd: 0, tokens: 0 },
    until: null,
    because: found?.because ?? '',
  };
}
