import * as z from 'zod';

import { parseAuditor, parseCritic } from '../formats/index.ts';
import type { AgentCall } from '../ports/agents.ts';
import { promptFacts } from './scripted/prompt-facts.ts';

const located = z.object({ file: z.string(), line: z.number().int().min(0), message: z.string() });

const ticket = z.string();
const token = z.string().describe('The word after TOKEN: in the assignment.');

const critic = z.strictObject({
  signal: z.enum(['REVIEW_PASSED', 'REVIEW_FAILED']),
  ticket,
  token,
  filesReviewed: z.array(z.string()),
  assessment: z
    .strictObject({
      codeStyle: z.string(),
      errorHandling: z.string(),
      naming: z.string(),
      architecture: z.string(),
    })
    .describe('For a pass exactly COMPLIANT, ADEQUATE, CONSISTENT, ALIGNED.'),
  scores: z
    .array(
      z.strictObject({
        dimension: z.string(),
        score: z.number().min(0).max(100).nullable(),
        reason: z.string(),
      }),
    )
    .describe('Every dimension of the assignment, once. null: does not apply, with the reason.'),
  findings: z.array(located),
  blockingIssues: z
    .array(z.strictObject({ dimension: z.string(), message: z.string(), requiredAction: z.string() }))
    .describe('Empty for a pass.'),
  requiredFixes: z.array(z.string()),
  priority: z.enum(['HIGH', 'MEDIUM', 'LOW']),
  notes: z.array(z.string()).describe('Observations that ask for no change.'),
  summary: z.string(),
});

const auditor = z.strictObject({
  signal: z.enum(['AUDIT_PASSED', 'AUDIT_FAILED', 'AUDIT_BLOCKED']),
  ticket,
  token,
  criteria: z.array(
    z.strictObject({ criterion: z.string(), status: z.enum(['VERIFIED', 'FAILED']), evidence: z.string() }),
  ),
  commands: z.array(
    z.strictObject({ command: z.string(), environment: z.string(), result: z.enum(['PASS', 'FAIL']) }),
  ),
  findings: z.array(located),
  requiredFixes: z.array(z.string()),
  passing: z.array(z.string()),
  preExisting: z.array(z.string()),
  summary: z.string(),
});

/** How a role hands in its verdict as data; undefined for roles that answer with words or a document. */
export function verdictForm(call: AgentCall): VerdictForm | undefined {
  // Where no token was issued there is none to repeat.
  const isBare = call.token === null;
  if (call.role === 'critic')
    return {
      schema: isBare ? critic.omit({ token: true }) : critic,
      problems: (text) => criticProblems(call, text),
    };
  if (call.role === 'auditor' && call.auditor === null)
    return {
      schema: isBare ? auditor.omit({ token: true }) : auditor,
      problems: (text) => auditorProblems(call, text),
    };
  return undefined;
}

export type VerdictForm = {
  readonly schema: z.ZodType<Readonly<Record<string, unknown>>>;
  /** Why what was said would count as no verdict; empty when it does count. */
  readonly problems: (text: string) => readonly string[];
};

function expected({ ticket, token, prompt }: AgentCall): {
  readonly ticket: string;
  readonly token?: string;
} {
  const id = promptFacts(prompt).id || ticket;
  return token === null ? { ticket: id } : { ticket: id, token };
}

function criticProblems(call: AgentCall, text: string): readonly string[] {
  const { files: changedFiles, dimensions } = promptFacts(call.prompt);
  const scored = dimensions.length === 0 ? {} : { dimensions };
  const { verdict, reasons } = parseCritic(text, { ...expected(call), changedFiles, ...scored });
  return verdict === 'unknown' ? reasons : [];
}

function auditorProblems(call: AgentCall, text: string): readonly string[] {
  const criteria = promptFacts(call.prompt).criteria.map((id) => ({ id, text: '' }));
  const known = criteria.length === 0 ? {} : { criteria };
  const { verdict, reasons } = parseAuditor(text, { ...expected(call), ...known });
  return verdict === 'unknown' ? reasons : [];
}
