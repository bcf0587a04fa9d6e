import { type AuditFinding, compareFindings, openSeverity } from '../model/audit.ts';
import { type Auditor, auditors } from '../model/team.ts';
import { placeOf } from '../model/finding.ts';
import { identity } from './brief.ts';
import { closingSection } from './closing.ts';
import { fixerAnswer } from './fixer.ts';
import { entryText } from './finding-text.ts';
import { fixScope, keepWorking } from './rework-instructions.ts';
import { chapter, findingCap, listed, numbered, section, type Section, words } from './section.ts';

/** One fix group of an audit round. */
export type AuditFixInput = {
  readonly id: string;
  readonly token: string | null;
  readonly round: number;
  readonly files: readonly string[];
  readonly findings: readonly AuditFinding[];
  /** The text of each requirement a finding names, by its id. */
  readonly requirements: ReadonlyMap<string, string>;
};

/** What a fixer of audit findings is told: findings, requirement text, evidence, what to do by kind (TEAM-08). */
export function auditFixAssignment(input: AuditFixInput): readonly Section[] {
  const findings = input.findings.filter(({ verdict }) => verdict !== 'PASS').toSorted(compareFindings);
  const kinds = auditors.filter((auditor) => findings.some((finding) => duty(finding) === auditor));
  return [
    chapter('Audit Fix Assignment', words(...identity(input.id, input.token), `Round: ${input.round}`)),
    ...listed('Files in Your Scope', input.files, { intro: fixScope }),
    ...listed('Findings', numbered(findings.map(auditFindingText)), { cap: findingCap }),
    ...listed('Requirements', requirementTexts(findings, input.requirements), { cap: findingCap }),
    section('Instructions', words(...kinds.map((kind) => `- ${fixInstructions[kind]}`), '', keepWorking)),
    section('Answer', words(...fixerAnswer)),
    closingSection({ role: 'fixer', ticket: input.id, token: input.token, act: 'work' }),
  ];
}

function duty({ auditor }: AuditFinding): Auditor {
  return auditor === 'recovery' ? 'requirements' : auditor;
}

/** What repairing a finding of each auditor means. */
export const fixInstructions: Readonly<Record<Auditor, string>> = {
  requirements: 'Requirements: build what the text asks for, completely; a stub or a TODO is not a fix',
  technical: 'Technical: remove the cause in the real code path; do not hide it from the scan that found it',
  interface: 'Interface: make both sides of the contract agree, and follow the call from entry to data',
  test: 'Test: write tests that fail without the behaviour; never weaken, skip or delete one',
  library: 'Library: call the library as the version in use documents it, in every place that calls it',
};

function auditFindingText(finding: AuditFinding): string {
  const { verdict, id, title, fixHint, evidence } = finding;
  return entryText(
    [`[${openSeverity(finding)}]`, verdict, id, placeOf(finding, ''), title],
    fixHint,
    evidence,
  );
}

function requirementTexts(
  findings: readonly AuditFinding[],
  requirements: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set(findings.map(({ id }) => id))].flatMap((id) => {
    const text = requirements.get(id);
    if (text === undefined) return [];
    return [text.startsWith(id) ? text : `${id}: ${text}`];
  });
}
