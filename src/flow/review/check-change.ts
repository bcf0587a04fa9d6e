import { bareEpic } from '../../model/bare-epic.ts';
import type { Config } from '../../model/config.ts';
import type { Finding } from '../../model/finding.ts';
import type { Hub, Workspaces } from '../../ports/git.ts';
import type { Processes } from '../../ports/processes.ts';
import type { Setups } from '../../ports/setup.ts';
import { checkGate } from '../../gates/index.ts';
import { matches, planOf } from '../../plan/index.ts';

export type CheckPorts = {
  readonly hub: Hub;
  readonly workspaces: Workspaces;
  readonly processes: Processes;
  readonly setups: Setups;
};

export type CheckedChange = {
  readonly findings: readonly Finding[];
  /** What could not be computed; empty when all was. */
  readonly broken: readonly string[];
};

export type CheckCall = {
  readonly id: string;
  readonly config: Config;
  readonly base: string;
  readonly head: string;
  /** For logs and pid files. */
  readonly folder: string;
  readonly cancel?: AbortSignal;
};

/** Runs the project's own checks on a commit, and again with base's versions of what defines them. */
export async function checkChange(ports: CheckPorts, call: CheckCall): Promise<CheckedChange> {
  const { config, base, head, folder } = call;
  if (config.verify.length === 0) return { findings: [], broken: [] };
  const epic = bareEpic(call.id, base);
  const { environments, verify, limits } = planOf(epic, config);
  const context = {
    ...ports,
    epic,
    plan: { environments, verify, limits, setup: config.setup },
    protect: config.protect,
    matches,
    folder,
    cancel: call.cancel,
  };
  const { findings, gates } = await checkGate(context, { base, head });
  return {
    findings: findings.map(saidForReview),
    broken: gates.flatMap((gate) => (gate.status === 'broken' ? [gate.reason] : [])),
  };
}

/** Nobody was asked here: what was red before is simply not this change's. */
function saidForReview(finding: Finding): Finding {
  if (finding.rule !== 'excused-check') return finding;
  const message = finding.message.replace(/; it was red.*$/, '; it does not at the base either.');
  return { ...finding, message };
}
