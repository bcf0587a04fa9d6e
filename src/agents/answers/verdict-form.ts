import { type AuditorAnswer, type CriticAnswer, parseAuditor, parseCritic } from '../../formats/index.ts';
import type { AgentCall } from '../../ports/agents.ts';
import { map } from '../../schema/parts.ts';
import {
  type AnyShape,
  decimal,
  described,
  listOf,
  mapOf,
  nullable,
  oneOf,
  text,
  whole,
} from '../../schema/shape.ts';

const located = mapOf({ file: text(), line: whole(), message: text() });
const token = { token: described('The word after TOKEN: in the assignment.', text()) };

function critic(hasToken: boolean) {
  const score = mapOf({ dimension: text(), score: nullable(decimal(0, 100)), reason: text() });
  const blocking = mapOf({ dimension: text(), message: text(), requiredAction: text() });
  return mapOf({
    signal: oneOf(['REVIEW_PASSED', 'REVIEW_FAILED']),
    ticket: text(),
    ...(hasToken ? token : {}),
    filesReviewed: listOf(text()),
    assessment: map('For a pass exactly COMPLIANT, ADEQUATE, CONSISTENT, ALIGNED.', {
      codeStyle: text(),
      errorHandling: text(),
      naming: text(),
      architecture: text(),
    }),
    scores: described(
      'Every dimension of the assignment, once. null: does not apply, with the reason; only where the assignment allows it.',
      listOf(score),
    ),
    findings: listOf(located),
    blockingIssues: described('Empty for a pass.', listOf(blocking)),
    requiredFixes: listOf(text()),
    revisionNotes: listOf(text()),
    priority: oneOf(['HIGH', 'MEDIUM', 'LOW']),
    notes: described('Observations that ask for no change.', listOf(text())),
    summary: text(),
  });
}

function auditor(hasToken: boolean) {
  const criterion = mapOf({ criterion: text(), status: oneOf(['VERIFIED', 'FAILED']), evidence: text() });
  const command = mapOf({ command: text(), environment: text(), result: oneOf(['PASS', 'FAIL']) });
  return mapOf({
    signal: oneOf(['AUDIT_PASSED', 'AUDIT_FAILED', 'AUDIT_BLOCKED']),
    ticket: text(),
    ...(hasToken ? token : {}),
    criteria: listOf(criterion),
    commands: listOf(command),
    findings: listOf(located),
    requiredFixes: listOf(text()),
    passing: listOf(text()),
    preExisting: listOf(text()),
    notes: described('Observations that ask for no change.', listOf(text())),
    summary: text(),
  });
}

/** How a role hands in its verdict as data; undefined for roles that answer with words or a document. */
export function verdictForm(call: AgentCall): VerdictForm | undefined {
  // Where no token was issued there is none to repeat.
  const hasToken = call.token !== null;
  if (call.role === 'critic')
    return { shape: critic(hasToken), problems: (answer) => criticProblems(call, answer) };
  if (call.role === 'auditor' && call.auditor === null)
    return { shape: auditor(hasToken), problems: (answer) => auditorProblems(call, answer) };
  return undefined;
}

export type VerdictForm = {
  readonly shape: AnyShape;
  /** Why what was said would count as no verdict; empty when it does count. */
  readonly problems: (answer: string) => readonly string[];
};

function criticProblems(call: AgentCall, text: string): readonly string[] {
  return unclearIn(parseCritic(text, expectedOf(call)));
}

function auditorProblems(call: AgentCall, text: string): readonly string[] {
  return unclearIn(parseAuditor(text, expectedOf(call)));
}

function expectedOf({ ticket, token, expected }: AgentCall) {
  return { ...expected, ticket, ...(token === null ? {} : { token }) };
}

/** What speaks against the work is handed on as it is: a corrected answer would have to be a second one. */
function unclearIn({ verdict, objection, reasons }: CriticAnswer | AuditorAnswer): readonly string[] {
  return verdict === 'unknown' && objection === undefined ? reasons : [];
}
