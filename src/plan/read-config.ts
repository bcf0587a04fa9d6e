import { auditOfTeam } from '../model/audit-settings.ts';
import { type Config, configShape, convergence, type WrittenConfig } from '../model/config.ts';
import {
  arrange,
  complaintsOf,
  isError,
  type Read,
  type Complaint,
  complain,
  complainOfKey,
  type Path,
  type Remark,
} from '../schema/complaint.ts';
import { normal } from '../schema/normal.ts';
import { salvage } from '../schema/salvage.ts';
import type { Salvaged } from '../schema/shape.ts';
import { suggester } from '../schema/suggest.ts';
import { readYaml, type YamlSource } from '../schema/yaml-source.ts';
import { checkRules } from './check-rules.ts';

/** A configuration, or everything that is wrong with the file; an absent (undefined) or empty one is all defaults. */
export function readConfig({
  file,
  text,
}: {
  readonly file: string;
  readonly text: string | undefined;
}): Read<Config> {
  const { source, complaints: notYaml } = readYaml({ file, text: text ?? '' });
  const judged = { ...source, value: withoutIgnored(source.value ?? {}) };
  const suggest = suggester();
  const shape = salvage(configShape(), judged.value, suggest);
  const written = shape.value ?? {};
  const inherited = { environments: [], limits: {}, suggest };
  const rules = [...configRules(written, judged), ...checkRules(written, judged, inherited)];
  const complaints = arrange([...notYaml, ...complaintsOf(judged, shape.problems), ...rules], file);
  if (complaints.some(isError)) return { ok: false, complaints };
  const { audit_team: team, audit = team && auditOfTeam(team), ...rest } = written;
  return { ok: true, value: normal(configShape(), { ...rest, audit }), complaints };
}

/** TEAM-13: the other settings of a team that is switched off are not looked at, not even to complain. */
function withoutIgnored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, part]: [string, unknown]) =>
    (key === 'audit' || key === 'audit_team') && isSwitchedOff(part)
      ? [key, { enabled: false }]
      : [key, part],
  );
  return Object.fromEntries(entries);
}

function isSwitchedOff(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'enabled' in part && part.enabled === false;
}

type Written = Salvaged<WrittenConfig>;

type Say = (path: Path, remark: Remark) => void;

/** What the shape of gauntlet.yaml cannot say. */
function configRules(written: Written, source: YamlSource): readonly Complaint[] {
  const complaints: Complaint[] = [];
  const say: Say = (path, remark) => void complaints.push(complain(source, path, remark));
  if (written.audit && written.audit_team) {
    const remark = { message: 'audit and audit_team are two spellings of one block', hint: 'keep audit' };
    complaints.push(complainOfKey(source, ['audit_team'], remark));
  }
  for (const [name, agent] of Object.entries(written.agents ?? {})) agentRules(agent, ['agents', name], say);
  reviewRules(written, say);
  ratios(written.convergence ?? {}, say);
  if (written.audit?.passThreshold === 0) say(['audit', 'passThreshold'], alwaysReached);
  if (written.audit_team?.pass_threshold === 0) say(['audit_team', 'pass_threshold'], alwaysReached);
  for (const block of ['audit', 'audit_team'] as const)
    for (const [name, server] of Object.entries(written[block]?.library?.mcp ?? {}))
      serverRules(name, server, [block, 'library', 'mcp', name], say);
  reconciliation(written, say);
  for (const [index, one] of (written.notify ?? []).entries())
    if (one && one.run === undefined && one.url === undefined)
      say(['notify', index], { message: 'needs run or url' });
  return complaints;
}

const alwaysReached: Remark = { message: 'must be more than 0: a threshold of 0 is always reached' };

/** It is a phase of the audit at the end: without that audit it would be switched on and never run. */
function reconciliation({ reconcile, audit, audit_team: team }: Written, say: Say): void {
  const isOff = (audit?.endOfRun ?? team?.end_of_run) === false && (audit ?? team)?.enabled !== false;
  if (reconcile === true && isOff)
    say(['reconcile'], {
      message: 'is part of the audit at the end of a run, which is switched off',
      hint: 'remove endOfRun: false',
    });
}

type WrittenAgent = NonNullable<Written['agents']>['default'];

function agentRules(agent: WrittenAgent, at: Path, say: Say): void {
  const needsProgram = agent?.use === 'command' || agent?.use === 'acp';
  if (needsProgram && agent.run === undefined)
    say(at, { message: `"use: ${agent.use}" needs "run"`, hint: 'run: [program, argument]' });
  if (agent?.use === 'api' && agent.model === undefined) say(at, { message: '"use: api" needs "model"' });
}

type WrittenServer = NonNullable<NonNullable<NonNullable<Written['audit']>['library']>['mcp']>[string];

/** Names that adapters use for servers of ours. */
const TAKEN: ReadonlySet<string> = new Set(['repository', 'gauntlet']);

function serverRules(name: string, server: WrittenServer, at: Path, say: Say): void {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name) || TAKEN.has(name))
    say(at, {
      message: `"${name}" is not a name for a server`,
      hint: 'use lower-case letters, digits and -',
    });
  if ((server?.run === undefined) === (server?.url === undefined))
    say(at, { message: 'needs either run or url' });
  if (/^http:\/\/(?!(?:localhost|127\.[\d.]+|\[::1\])(?:[:/]|$))/i.test(server?.url ?? ''))
    say([...at, 'url'], { message: 'must be https, unless the server is on this machine' });
  if (server?.url === undefined && server?.headers !== undefined)
    say([...at, 'headers'], {
      message: 'are for a server with url',
      hint: 'for a server with run, pass variables with env',
    });
  if (server?.url !== undefined && server.env !== undefined)
    say([...at, 'env'], {
      message: 'is for a server with run',
      hint: 'for a server with url, pass variables with headers',
    });
  for (const header of Object.keys(server?.headers ?? {}))
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header))
      say([...at, 'headers', header], { message: 'is not the name of a header' });
}

function reviewRules({ review }: Written, say: Say): void {
  for (const [index, one] of (review?.criticsBy ?? []).entries()) {
    const at = ['review', 'criticsBy', index];
    if (one?.when && one.when.type === undefined && one.when.paths === undefined)
      say([...at, 'when'], { message: 'needs type or paths' });
    if (typeof one?.use === 'object') agentRules(one.use, [...at, 'use'], say);
    else if (one?.use !== undefined) agentRules({ use: one.use }, [...at, 'use'], say);
  }
}

/** The three ratios have an order; each is compared with the default of the other where one is not written. */
function ratios(written: NonNullable<Written['convergence']>, say: Say): void {
  const { minRatio, recoveryRatio, degradedRatio } = normal(convergence(), written);
  const check = (low: string, lowValue: number, high: string, highValue: number) => {
    if (lowValue <= highValue) return;
    const key = low in written ? low : high;
    say(['convergence', key], {
      message: `${low} (${lowValue}) must not be more than ${high} (${highValue})`,
    });
  };
  check('recoveryRatio', recoveryRatio, 'minRatio', minRatio);
  check('degradedRatio', degradedRatio, 'recoveryRatio', recoveryRatio);
  for (const [key, value] of Object.entries({ minRatio, recoveryRatio, degradedRatio }))
    if (value === 0) say(['convergence', key], alwaysReached);
}
