import { bareEpic } from '../../model/epic.ts';
import type { Config } from '../../model/config.ts';
import type { CheckEvidence } from '../../model/evidence.ts';
import type { Finding } from '../../model/finding.ts';
import type { RedAtBase } from '../../model/outcome.ts';
import type { Hub, Workspaces } from '../../ports/git.ts';
import type { Processes } from '../../ports/processes.ts';
import type { Measurements } from '../../ports/records.ts';
import type { Setups } from '../../ports/setup.ts';
import type { Grammars } from '../../../packages/scan/index.ts';
import {
  type Baseline,
  baseline,
  type CheckAtBase,
  checkGate,
  type GateContext,
  hookGate,
  hooksAtBase,
} from '../../gates/index.ts';
import { matches, planOf } from '../../plan/index.ts';
import { takeOutOf } from '../scans/take-out.ts';
import type { ReviewInputs } from './review-work.ts';

export type CheckPorts = {
  readonly hub: Hub;
  readonly workspaces: Workspaces;
  readonly processes: Processes;
  readonly setups: Setups;
  readonly measurements?: Measurements;
  /** Made ready for the languages of these files. */
  readonly grammars: (paths: readonly string[]) => Promise<Grammars>;
};

export type CheckedChange = {
  readonly findings: readonly Finding[];
  /** What could not be computed; empty when all was. */
  readonly broken: readonly string[];
  /** Checks that are red on this commit and at base: the first lines of the verdict (REAL-02). */
  readonly redAtBase: readonly RedAtBase[];
  /** Every check that ran on the commit: a clean result rests on these and on nothing else. */
  readonly checks: readonly CheckAtBase[];
  /** What each of them rests on. */
  readonly evidence: readonly CheckEvidence[];
};

type Measuring = {
  readonly id: string;
  readonly config: Config;
  readonly base: string;
  /** For logs and pid files. */
  readonly folder: string;
  readonly cancel?: AbortSignal;
};

type Hooked = Measuring & Pick<ReviewInputs, 'hooks'>;

type CheckedHooks = Pick<CheckedChange, 'findings' | 'broken'>;

export type CheckCall = Measuring & {
  readonly head: string;
  /** Checks that a person allowed to be red at base. */
  readonly allowed: readonly string[];
};

/** The result where nothing is to be run. */
export const noChecks: CheckedChange = { findings: [], broken: [], redAtBase: [], checks: [], evidence: [] };

/** Runs the project's own checks on a commit, and again with base's versions of what defines them. */
export async function checkChange(ports: CheckPorts, call: CheckCall): Promise<CheckedChange> {
  const { config, base, head, allowed } = call;
  if (config.verify.length === 0) return noChecks;
  const context = { ...contextOf(ports, call), takeOut: takeOutOf(ports), require: config.require };
  const validation = await checkGate(context, { base, head, allowed });
  const { findings, gates, redAtBase = [], checks = [], evidence = [] } = validation;
  return {
    findings: findings.map(saidForReview),
    broken: gates.flatMap((gate) => (gate.status === 'broken' ? [gate.reason] : [])),
    redAtBase,
    checks,
    evidence,
  };
}

/** Why the hooks refuse the commits of a fix; empty where they accept them or there are none. */
export async function checkHooks(
  ports: CheckPorts,
  call: Hooked & { readonly head: string },
): Promise<CheckedHooks> {
  const { findings, gates } = await hookGate(contextOf(ports, call), call);
  return { findings, broken: gates.flatMap((gate) => (gate.status === 'broken' ? [gate.reason] : [])) };
}

/** Why the hooks refuse even a commit without a change, so that no fix could pass; undefined where they accept it. */
export async function hooksRefuseAll(ports: CheckPorts, call: Hooked): Promise<string | undefined> {
  const cells = await hooksAtBase(contextOf(ports, call), call.base);
  const bad = cells.find(({ status }) => status !== 'PASS');
  if (bad === undefined) return undefined;
  return `the ${bad.check} fails before any fix: ${bad.details}. Repair it, or switch hooks off with \`hooks: false\``;
}

/** Runs the project's own checks on one commit, in the workspaces and with the setup that every review uses. */
export function measureChecks(ports: CheckPorts, call: Measuring): Promise<Baseline> {
  return baseline(contextOf(ports, call), call.base);
}

function contextOf(ports: CheckPorts, { id, config, base, folder, hooks, cancel }: Hooked): GateContext {
  const epic = bareEpic(id, base);
  const { environments, verify, limits } = planOf(epic, config);
  const plan = { environments, verify, limits, setup: config.setup };
  return { ...ports, epic, epicBase: base, plan, protect: config.protect, matches, folder, hooks, cancel };
}

/** Nobody was asked here: what was red before is simply not this change's. */
function saidForReview(finding: Finding): Finding {
  if (finding.rule !== 'excused-check') return finding;
  const message = finding.message.replace(/; it was red.*$/, '; it also fails at base.');
  return { ...finding, message };
}
