import {
  auditorReport,
  writeAuditReport,
  writeDeveloper,
  writeFindingsDocument,
} from '../../src/formats/index.ts';
import type { SignalName } from '../../src/formats/signals/names.ts';
import { writeAuditor, writeCritic, writeRemediator } from '../support/write-answers.ts';
import type { AgentCall } from '../../src/ports/agents.ts';
import { type PromptFacts, promptFacts } from './prompt-facts.ts';
import type { Entry, Parts, Step } from './script-shape.ts';

/** The answer an entry gives to a call, in the format of its role. */
export function answerOf(entry: Entry, call: AgentCall): string {
  const facts = promptFacts(call.prompt);
  const { say } = entry;
  if (say.kind === 'text') return filled(say.text, call, facts);
  const saying: Saying = { call, facts, parts: say.parts, steps: entry.do };
  const signal = say.signal === 'pass' || say.signal === 'fail' ? signalOf(say.signal, call) : say.signal;
  if (signal === null) return call.role === 'reviewer' ? findingsDocument(saying) : auditReport(saying);
  return written(signal, saying);
}

type Saying = {
  readonly call: AgentCall;
  readonly facts: PromptFacts;
  readonly parts: Parts;
  readonly steps: readonly Step[];
};

function filled(text: string, call: AgentCall, facts: PromptFacts): string {
  const values: Readonly<Record<string, string | null>> = {
    token: call.token ?? '',
    ticket: facts.id || call.ticket,
    epic: call.epic,
    round: String(call.round),
    head: facts.commit,
  };
  // One pass: what is put in is not looked at again. A head nobody named is put in where the work was done.
  return text.replaceAll(/\{(token|ticket|epic|round|head)\}/g, (hole, name: string) => values[name] ?? hole);
}

/** The signal of the role; null for roles that answer with a document. */
function signalOf(outcome: 'pass' | 'fail', { role, auditor }: AgentCall): SignalName | null {
  const isPass = outcome === 'pass';
  if (role === 'critic') return isPass ? 'REVIEW_PASSED' : 'REVIEW_FAILED';
  if (role === 'auditor' && auditor === null) return isPass ? 'AUDIT_PASSED' : 'AUDIT_FAILED';
  if (role === 'auditor' || role === 'reviewer') return null;
  if (role === 'remediator') return 'REMEDIATION_COMPLETE';
  return isPass ? 'READY_FOR_REVIEW' : 'TASK_INCOMPLETE';
}

function written(signal: SignalName, saying: Saying): string {
  const { call, facts } = saying;
  const options = call.token === null ? {} : { token: call.token };
  const ticket = facts.id || call.ticket;
  switch (signal) {
    case 'READY_FOR_REVIEW':
    case 'TASK_INCOMPLETE':
    case 'INFRA_BLOCKED':
    case 'QUESTION':
      return writeDeveloper({ signal, ticket, ...developerBody(signal, saying) }, options);
    case 'REVIEW_PASSED':
    case 'REVIEW_FAILED':
      return writeCritic({ signal, ticket, ...criticBody(signal, saying) }, options);
    case 'AUDIT_PASSED':
    case 'AUDIT_FAILED':
    case 'AUDIT_BLOCKED':
      return writeAuditor({ signal, ticket, ...auditorBody(signal, saying) }, options);
    case 'REMEDIATION_COMPLETE':
    case 'REMEDIATION_INCOMPLETE':
      return writeRemediator(
        {
          signal,
          ticket,
          verdict: signal === 'REMEDIATION_COMPLETE' ? 'complete' : 'incomplete',
          issuesFixed: saying.parts.fixes,
          verification: saying.parts.checks,
          summary: saying.parts.summary,
          blocker: saying.parts.summary,
          attempted: '',
          needed: '',
          reasons: [],
        },
        options,
      );
  }
}

type Body<Write extends (answer: never, options: never) => string> = Omit<
  Parameters<Write>[0],
  'signal' | 'ticket'
>;

function developerBody(signal: SignalName, { parts, facts, steps }: Saying): Body<typeof writeDeveloper> {
  const files = parts.files === 'changed' ? changedBy(steps) : parts.files;
  const claimed = facts.checks.map((check) => ({ ...check, exitCode: 0, result: 'PASS' as const }));
  const isStopped = signal === 'TASK_INCOMPLETE' || signal === 'INFRA_BLOCKED';
  const blocker = {
    kind: parts.kind ?? (signal === 'INFRA_BLOCKED' ? ('infrastructure' as const) : ('other' as const)),
    text: parts.blocker,
    attempted: parts.attempted,
    needed: parts.needed,
    dependency: parts.dependsOn,
    checks: parts.checks,
    command: '',
    output: '',
    environment: '',
  };
  return {
    verdict: 'unknown',
    filesModified: files.map((file) => ({ file, change: '' })),
    tests: parts.tests,
    notes: [],
    matrix: parts.matrix === 'pass' ? claimed : parts.matrix,
    blocker: isStopped ? blocker : null,
    question:
      signal === 'QUESTION' ? { question: parts.question, options: parts.options, context: '' } : null,
    summary: parts.summary,
    reasons: [],
  };
}

function changedBy(steps: readonly Step[]): readonly string[] {
  return [...new Set(steps.flatMap((step) => ('path' in step ? [step.path] : [])))];
}

function criticBody(signal: SignalName, { parts, facts }: Saying): Body<typeof writeCritic> {
  const isPass = signal === 'REVIEW_PASSED';
  const assessment = isPass
    ? { codeStyle: 'COMPLIANT', errorHandling: 'ADEQUATE', naming: 'CONSISTENT', architecture: 'ALIGNED' }
    : { codeStyle: '', errorHandling: '', naming: '', architecture: '' };
  return {
    verdict: 'unknown',
    filesReviewed: parts.files === 'changed' ? facts.files : parts.files,
    assessment,
    scores: isPass ? facts.dimensions.map(({ id }) => ({ dimension: id, score: 95, reason: '' })) : [],
    findings: parts.issues,
    blockingIssues: [],
    revisionNotes: [],
    requiredFixes: parts.fixes,
    priority: parts.priority,
    notes: [],
    overallScore: null,
    summary: parts.summary,
    reasons: [],
  };
}

function auditorBody(signal: SignalName, { parts, facts }: Saying): Body<typeof writeAuditor> {
  const verified = (criterion: string) => ({
    criterion,
    status: 'VERIFIED' as const,
    evidence: 'seen at the judged commit',
  });
  const first = facts.criteria.slice(0, 1);
  const failing = parts.failed.length > 0 ? parts.failed : first;
  const failed = failing.map((criterion) => ({
    criterion,
    status: 'FAILED' as const,
    evidence: parts.issues[0]?.message ?? parts.summary,
  }));
  return {
    verdict: 'unknown',
    criteria:
      signal === 'AUDIT_PASSED' ? facts.criteria.map(verified) : signal === 'AUDIT_FAILED' ? failed : [],
    commands: [],
    findings: parts.issues,
    requiredFixes: parts.fixes,
    passing: signal === 'AUDIT_FAILED' ? facts.criteria.filter((id) => !failing.includes(id)) : [],
    notes: [],
    preExisting: signal === 'AUDIT_BLOCKED' ? parts.checks : [],
    summary: parts.summary,
    uncovered: [],
    reasons: [],
  };
}

function auditReport({ call, facts, parts }: Saying): string {
  const passed = { verdict: 'PASS' as const, severity: null, title: parts.summary };
  // What is met has a place: of the changed files one is as good as another to somebody who follows a script.
  const place = { file: facts.files[0] ?? '', line: facts.files.length > 0 ? 1 : 0 };
  const required = call.auditor === 'requirements' ? facts.required : [];
  const inOrder = required.map((id) => ({ ...passed, id, ...place, evidence: parts.summary, fixHint: '' }));
  const plain = { ...passed, id: 'SCRIPT-001', file: '', line: 0, evidence: parts.summary, fixHint: '' };
  const found = parts.issues.map(({ file, line, message, severity }, index) => ({
    verdict: 'FAIL' as const,
    severity,
    id: `SCRIPT-${String(index + 1).padStart(3, '0')}`,
    title: message,
    file,
    line,
    evidence: message,
    fixHint: parts.fixes[index] ?? '',
  }));
  const all = [...found, ...inOrder];
  const findings = all.length > 0 ? all : [plain];
  return writeAuditReport(auditorReport(call.auditor ?? 'requirements', findings));
}

function findingsDocument({ call, facts, parts }: Saying): string {
  return writeFindingsDocument({
    ticket: facts.id || call.ticket,
    round: call.round,
    reviewer: 'Agent (Fresh Context)',
    date: '',
    branch: facts.branch,
    findings: parts.issues.map(({ file, line, message, severity }, index) => ({
      severity,
      category: 'incomplete implementation',
      title: message,
      file,
      line,
      problem: message,
      impact: '',
      fix: parts.fixes[index] ?? '',
    })),
    recommendation: parts.issues.length === 0 ? 'APPROVE' : parts.summary,
  });
}
