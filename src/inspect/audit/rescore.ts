import fs from 'node:fs';
import { join, resolve } from 'node:path';

import {
  type AuditorResult,
  type AuditScore,
  explainScore,
  failingFindings,
  groupFixes,
  scoreAlone,
  scoreAudit,
  type Reconciliation,
  type ScanCheck,
  withExcuses,
  withStanding,
  withReconciliation,
} from '../../audit/index.ts';
import { parseAuditReport, parseAuditTeamReport, writeAuditTeamReport } from '../../formats/index.ts';
import { type AuditTeamReport, openSeverity } from '../../model/audit.ts';
import type { AuditSettings } from '../../model/audit-settings.ts';
import { GauntletError } from '../../model/error.ts';
import { headline } from '../../model/outcome.ts';
import { isAtLeast } from '../../model/severity.ts';
import { type AuditJudge, auditJudges } from '../../model/team.ts';
import { matches } from '../../plan/index.ts';
import { auditOutcome, explainedScoreText } from '../../report/index.ts';
import type { AuditCall } from './audit-call.ts';
import { exitCodes, outcomeExitCode } from '../../model/exit-codes.ts';
import type { AuditInputs } from './audit-inputs.ts';
import { excusesOf } from './audit-inputs.ts';
import { writeWhole } from '../../project/write-whole.ts';
import { type Answer, answer } from '../../project/answer.ts';

type Policy = Pick<AuditSettings, 'passThreshold' | 'severityGate'>;

/** Scores the report files of an audit once more, and asks nobody (TEAM-27): what was said counts, not what it came to. */
export function rescore(
  call: AuditCall,
  inputs: Pick<AuditInputs, 'waivers' | 'baseline' | 'config'>,
): Answer {
  const policy: Policy = inputs.config.audit;
  const folder = resolve(call.io.cwd, call.options.rescore ?? '');
  const before = reportIn(folder);
  const excuses = excusesOf(call, inputs, before?.failOn);
  const { failOn } = excuses;
  const scans = scansIn(folder, before);
  const alone = aloneIn(before, scans, policy);
  const said =
    alone ??
    scoreAudit(
      auditorsIn(folder, before).map((auditor) => resultOf(folder, auditor, scans)),
      policy,
    );
  const request = requestIn(folder, before);
  const counted = request === undefined ? said : withReconciliation(said, request, policy.severityGate);
  // As when it was scored first: what a rule could not look at may hold anything.
  const isBlind = [...scans.values()].flat().some(({ ran }) => !ran) && counted.health === 'passed';
  const seen = isBlind ? { ...counted, health: 'unknown' as const } : counted;
  const score = withExcuses(seen, excuses, matches, policy.severityGate);
  const known = before?.fixGroups ?? [];
  const fixed = known.filter(({ round, findings }) => round !== undefined && findings.length === 0);
  const open = groupFixes(score.findings, policy).map((group) => {
    const same = known.find(
      ({ files, findings }) => findings.length > 0 && String(files) === String(group.files),
    );
    return same === undefined ? group : { ...same, severity: group.severity, findings: group.findings };
  });
  const report: AuditTeamReport = {
    ...score,
    fixRoundsUsed: before?.fixRoundsUsed ?? 0,
    fixGroups: [...fixed, ...open],
    durationSeconds: before?.durationSeconds ?? 0,
    failOn,
  };
  writeWhole(join(folder, 'AUDIT_REPORT.md'), writeAuditTeamReport(report));
  const failing = failingFindings(report.findings, excuses, matches);
  const explained = explainScore(report, withStanding(policy, report.findings, excuses, matches));
  const { health, overallScore: overall } = report;
  const outcome = auditOutcome({
    scored: { health, score: overall },
    failing,
    failOn,
    isUnreviewed: false,
    isAccepted: false,
    redAtBase: [],
    status: 'completed',
  });
  const lines = [...explainedScoreText(explained, report.findings), `AUDIT  ${headline(outcome)}`];
  return answer({ ...report, outcome, explained }, lines, outcomeExitCode(outcome) ?? exitCodes.bug);
}

/** The score of an audit without a team: its one reviewer has no file, so its findings are those of the report. */
function aloneIn(before: AuditTeamReport | null, scans: Scans, policy: Policy): AuditScore | undefined {
  if (before === null || before.auditors.length > 0 || scans.size === 0) return undefined;
  const said = before.findings.filter(({ source, verdict }) => source === 'agent' && verdict !== 'PASS');
  const isSilent = before.health === 'unknown' && before.overallScore === 0;
  const checks = [...scans.values()].flat();
  // A missing recovery review has no file either: what was unknown stays so.
  const isBlind = before.health === 'unknown' || checks.some(({ ran }) => !ran);
  const computed = { checks, gate: policy.severityGate, isBlind };
  const scored = scoreAlone(isSilent ? 'none' : 'unclean', said, computed);
  // A review without a finding at the gate was clean only where it counted as a check in order.
  const isClean =
    !isSilent &&
    before.totals.pass > scored.totals.pass &&
    said.every((each) => each.auditor === 'recovery' || !isAtLeast(openSeverity(each), policy.severityGate));
  return isClean ? scoreAlone('clean', said, computed) : scored;
}

function textAt(path: string): string | undefined {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function reportIn(folder: string): AuditTeamReport | null {
  const text = textAt(join(folder, 'AUDIT_REPORT.md'));
  return text === undefined ? null : parseAuditTeamReport(text).report;
}

/** Those who were asked: whoever has a file, and whoever the report names. A file that was deleted is a report that is missing. */
function auditorsIn(folder: string, before: AuditTeamReport | null): readonly AuditJudge[] {
  const named = new Set(before?.auditors.map(({ auditor }) => auditor));
  const asked = auditJudges.filter(
    (each) => named.has(each) || fs.existsSync(join(folder, `${each}_audit.md`)),
  );
  if (asked.length > 0) return asked;
  throw new GauntletError('USAGE_INVALID', `there are no reports of auditors in ${folder}`, {
    hint: 'Name the folder with requirements_audit.md and the others, below .gauntlet/epics/<id>/audit/.',
  });
}

/** What was said about the original request; null where somebody should have said something. */
function requestIn(folder: string, before: AuditTeamReport | null): Reconciliation | null | undefined {
  const path = join(folder, 'reconciliation.md');
  const text = textAt(path);
  const isTold = before?.findings.some(({ source }) => source === 'reconciliation') === true;
  if (text === undefined && isTold)
    throw new GauntletError('INPUT_INVALID', `${path} is missing, and the report refers to it`, {
      hint: 'Use the folder exactly as the audit wrote it.',
    });
  if (text === undefined) return undefined;
  const { complete, findings } = parseAuditReport(text, { auditor: 'requirements' });
  return complete ? { commit: '', findings, setAside: [] } : null;
}

type Scans = ReadonlyMap<AuditJudge, readonly ScanCheck[]>;

function resultOf(folder: string, auditor: AuditJudge, scans: Scans): AuditorResult {
  const text = textAt(join(folder, `${auditor}_audit.md`));
  const report = text === undefined ? null : parseAuditReport(text, { auditor });
  return { auditor, agentAsked: true, report, scanChecks: scans.get(auditor) ?? [] };
}

/** What scans said; where the report tells of it and the file is gone, the rest would pass without it. */
function scansIn(folder: string, before: AuditTeamReport | null): Scans {
  const path = join(folder, 'scan_checks.json');
  const text = textAt(path);
  const isScanned = auditJudges.every((each) => !fs.existsSync(join(folder, `${each}_audit.md`)));
  if (text === undefined && isScanned && (before?.auditors.length ?? 0) > 0)
    throw new GauntletError('USAGE_INVALID', `${folder} has the report of an audit without agents`, {
      hint: 'Run gauntlet audit again: without agents it costs nothing.',
    });
  const isTold = before?.findings.some(({ source }) => source === 'scan') === true;
  if (text === undefined && !isTold) return new Map();
  const read = text === undefined ? undefined : checksIn(text);
  if (read !== undefined) return read;
  const problem =
    text === undefined ? 'is missing, and the report refers to scans' : 'was not written by an audit';
  throw new GauntletError('INPUT_INVALID', `${path} ${problem}`, {
    hint: 'Use the folder exactly as the audit wrote it.',
  });
}

function checksIn(text: string): Scans | undefined {
  try {
    const all: readonly Pick<AuditorResult, 'auditor' | 'scanChecks'>[] = JSON.parse(text);
    const isSound = all.every(({ scanChecks }) =>
      scanChecks.every(({ ran, findings }) => typeof ran === 'boolean' && Array.isArray(findings)),
    );
    return isSound ? new Map(all.map(({ auditor, scanChecks }) => [auditor, scanChecks])) : undefined;
  } catch {
    return undefined;
  }
}
