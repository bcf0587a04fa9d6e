import { errorMessage, isIncomplete } from '../model/error.ts';
import { type Detected, type FileChange, findingsOf } from '../detect/index.ts';
import type { DeveloperAnswer } from '../formats/index.ts';
import type { Ticket } from '../model/epic.ts';
import type { CheckEvidence } from '../model/evidence.ts';
import type { Finding } from '../model/finding.ts';
import type { GateRule } from '../model/feedback.ts';
import { isMustFix } from '../model/severity.ts';
import type { GateOutcome } from '../model/verdict.ts';
import type { GateContext } from './context.ts';
import type { VerificationResult } from './checks/verify.ts';
import type { CheckResult } from './checks/check-result.ts';

/** What a developer's workspace gave back: `Delivery` without the tree. */
export type DeliveryFacts = {
  readonly commit?: string;
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  readonly problems: readonly string[];
  /** Changed by the work and put back before it was judged, with the difference. */
  readonly putBack?: readonly {
    readonly path: string;
    readonly rule: GateRule;
    readonly what: string;
    readonly diff: string;
  }[];
};

/** The change that is judged. */
export type Work = {
  /** null for work that is no ticket's: a remediation, a group of fixes. */
  readonly ticket: Ticket | null;
  /** What it is compared with, and whose versions of the checks count. */
  readonly base: string;
  readonly head: string;
  readonly changes: readonly FileChange[];
  readonly delivery: DeliveryFacts | null;
  readonly claimed: DeveloperAnswer | null;
  /** The matrix on `head`; computed once, whoever asks first. */
  readonly verified: () => Promise<VerificationResult>;
  /** The commands of the ticket's criteria on `head`; computed once too. */
  readonly proved: () => Promise<VerificationResult>;
};

/** What one gate found. Findings below HIGH travel along; `broken` says why it could not be computed. */
export type GateResult = {
  readonly detected: readonly (Detected | Finding)[];
  readonly broken?: string | undefined;
  readonly cells?: readonly CheckResult[];
  /** What this gate knows of how the checks were proved; other gates may know more of the same checks. */
  readonly evidence?: readonly CheckEvidence[];
};

/** One thing that has to hold. It needs no model, and says in its findings what to do. */
export type Gate = {
  readonly name: string;
  /** The question it answers, for reports. */
  readonly asks: string;
  /** What it will refuse, for whoever does the work; missing where a section of the assignment says so. */
  readonly tells?: readonly string[];
  /** Whether there is anything to ask here; left out: always. */
  readonly applies?: (context: GateContext) => boolean;
  /** Only asked of work that every gate before it has passed. */
  readonly needsGreen?: boolean;
  check(context: GateContext, work: Work): Promise<GateResult> | GateResult;
};

export type GateRun = {
  readonly outcome: GateOutcome;
  readonly findings: readonly Finding[];
  readonly cells: readonly CheckResult[];
  readonly evidence: readonly CheckEvidence[];
};

/** Runs one gate. A throw is a gate that could not be computed: never a pass. No agent can repair our own installation. */
export async function runGate(gate: Gate, context: GateContext, work: Work): Promise<GateRun> {
  try {
    const { detected, broken, cells = [], evidence = [] } = await gate.check(context, work);
    const findings = findingsOf(gate.name, detected);
    const isFailed = findings.some((finding) => isMustFix(finding.severity));
    const outcome = outcomeOf(gate.name, isFailed ? findings : null, broken);
    return { outcome, findings, cells, evidence };
  } catch (error) {
    if (isIncomplete(error)) throw error;
    const reason = `${gate.name} gave no result: ${errorMessage(error)}`;
    return { outcome: { gate: gate.name, status: 'broken', reason }, findings: [], cells: [], evidence: [] };
  }
}

function outcomeOf(gate: string, failed: readonly Finding[] | null, broken: string | undefined): GateOutcome {
  if (failed !== null) return { gate, status: 'fail', findings: failed };
  return broken === undefined ? { gate, status: 'pass' } : { gate, status: 'broken', reason: broken };
}
