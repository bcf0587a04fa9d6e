import { type AuditorAnswer, type CriticAnswer, parseAuditor, parseCritic } from '../../formats/index.ts';
import { reviewDimensions, type ReviewDimension } from '../../model/dimensions.ts';
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
  return unclearIn(parseCritic(text, { ...expected(call), changedFiles, ...scored }));
}

function auditorProblems(call: AgentCall, text: string): readonly string[] {
  const criteria = promptFacts(call.prompt).criteria.map((id) => ({ id, text: '' }));
  const known = criteria.length === 0 ? {} : { criteria };
  return unclearIn(parseAuditor(text, { ...expected(call), ...known }));
}

/** What speaks against the work is handed on as it is: a corrected answer would have to be a second one. */
function unclearIn({ verdict, objection, reasons }: CriticAnswer | AuditorAnswer): readonly string[] {
  return verdict === 'unknown' && objection === undefined ? reasons : [];
}

/** What a prompt says about its assignment, read back from the text. */
export type PromptFacts = {
  readonly id: string;
  /** Git's list of changed files, as a judge is given it. */
  readonly files: readonly string[];
  readonly criteria: readonly string[];
  /** Ids of what a team auditor, or whoever reconciles the request, has to give a verdict on. */
  readonly required: readonly string[];
  /** `check (environment)` of every verification command. */
  readonly checks: readonly { readonly check: string; readonly environment: string }[];
  /** What a critic has to score. */
  readonly dimensions: readonly ReviewDimension[];
  /** The judged commit, where the prompt names one. */
  readonly commit: string | null;
  readonly branch: string;
};

/** Reads the assignment's own sections. What others wrote is quoted in it, so it cannot pose as one. */
export function promptFacts(prompt: string): PromptFacts {
  const lines = prompt.split('\n');
  const named = (pattern: RegExp): string =>
    lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined) ?? '';
  const files = [entriesUnder(lines, 'Files to Review'), entriesUnder(lines, 'Files to Verify')].flat();
  return {
    // An agent file stands above the assignment and may speak of one too.
    id: lines.map((line) => /^Task ID: (\S+)/.exec(line)?.[1]).findLast((id) => id !== undefined) ?? '',
    files: files.length > 0 ? files : entriesUnder(lines, 'Changed Files'),
    criteria: entriesUnder(lines, 'Acceptance Criteria').flatMap(
      (entry) => /^([^:\s]+):/.exec(entry)?.[1] ?? [],
    ),
    required: requiredIn(lines),
    checks: entriesUnder(lines, 'Verification Commands').flatMap((entry) => {
      const [, check, environment] = /^(.+?) \(([^()]+)\): /.exec(entry) ?? [];
      return check === undefined || environment === undefined ? [] : [{ check, environment }];
    }),
    dimensions: dimensionsIn(lines),
    commit: named(/^> - Final commit: ([0-9a-f]{40,64})$/) || null,
    branch: named(/^> - Branch: (.+)$/),
  };
}

function dimensionsIn(lines: readonly string[]): readonly ReviewDimension[] {
  const below = lines.slice(Math.max(0, lines.lastIndexOf('### Review Dimensions')));
  return below.flatMap((line) => {
    const [, id, name, title = ''] =
      /^Dimension (\S+) \((critical|important|moderate)\): (.+)$/.exec(line) ?? [];
    if (id === undefined) return [];
    const known = reviewDimensions.find((dimension) => dimension.id === id);
    return [known ?? { id, title, class: name as ReviewDimension['class'], questions: [] }];
  });
}

function requiredIn(lines: readonly string[]): readonly string[] {
  const isRequest = lines.includes('## Reconciliation Assignment');
  const entries = entriesUnder(lines, isRequest ? 'Original Request' : 'Requirements');
  return entries.flatMap(
    (entry) => (isRequest ? /^([^:\s]+):/ : /^\[[^\]]*\]\s+(\S+)/).exec(entry)?.[1] ?? [],
  );
}

/** The entries of the first data block below a heading; of the last such heading, for an agent file stands above. */
function entriesUnder(lines: readonly string[], heading: string): readonly string[] {
  const at = lines.lastIndexOf(`### ${heading}`);
  if (at < 0) return [];
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => line.startsWith('#'));
  const section = end < 0 ? below : below.slice(0, end);
  const begins = section.findIndex((line) => /^[A-Za-z0-9]{16,64} BEGIN$/.test(line));
  const ends = section.findIndex((line) => /^[A-Za-z0-9]{16,64} END$/.test(line));
  if (begins < 0 || ends < begins) return [];
  return section.slice(begins + 1, ends).flatMap((line) => /^> - (.*)$/.exec(line)?.[1] ?? []);
}
