/** Every signal an agent can close with. */
export const signalNames = [
  'READY_FOR_REVIEW',
  'TASK_INCOMPLETE',
  'INFRA_BLOCKED',
  'QUESTION',
  'REVIEW_PASSED',
  'REVIEW_FAILED',
  'AUDIT_PASSED',
  'AUDIT_FAILED',
  'AUDIT_BLOCKED',
  'REMEDIATION_COMPLETE',
  'REMEDIATION_INCOMPLETE',
] as const;

export type SignalName = (typeof signalNames)[number];

/** The roles that close with a signal; the others answer with a document. */
export type SignalRole = 'developer' | 'fixer' | 'critic' | 'auditor' | 'remediator';

const work = ['READY_FOR_REVIEW', 'TASK_INCOMPLETE', 'INFRA_BLOCKED', 'QUESTION'] as const;

/** Which signals each role may close with. */
export const signalsOf = {
  developer: work,
  fixer: work,
  critic: ['REVIEW_PASSED', 'REVIEW_FAILED'],
  auditor: ['AUDIT_PASSED', 'AUDIT_FAILED', 'AUDIT_BLOCKED'],
  remediator: ['REMEDIATION_COMPLETE', 'REMEDIATION_INCOMPLETE'],
} as const satisfies Readonly<Record<SignalRole, readonly SignalName[]>>;

/** Whether the word is the name of a signal, of whatever role. */
export function isSignalName(word: unknown): word is SignalName {
  return signalNames.some((name) => name === word);
}

const occasions: Readonly<Record<SignalName, string>> = {
  READY_FOR_REVIEW: 'if everything asked for is done and every check passes',
  TASK_INCOMPLETE:
    'if you cannot finish: Kind (information, scope, dependency or infrastructure), Blocker, Attempted, Needed (a dependency: the id of the ticket)',
  INFRA_BLOCKED:
    'if something outside this work is broken: Issue, Command, Output, Environment, Checks (those that are broken)',
  QUESTION: 'if only a person can decide: Question, Options, Context',
  REVIEW_PASSED: 'if code quality is acceptable',
  REVIEW_FAILED: 'if issues need fixing',
  AUDIT_PASSED: 'if all acceptance criteria are verified',
  AUDIT_FAILED: 'if criteria are not met',
  AUDIT_BLOCKED: 'if infrastructure was broken before',
  REMEDIATION_COMPLETE: 'if everything named is repaired',
  REMEDIATION_INCOMPLETE: 'if you cannot repair it, so that a person decides: Blocker, Attempted, Needed',
};

/**
 * The lines a prompt shows, one for each signal of the role. Each is a list item with words after it: an agent that
 * repeats them has not closed with any.
 */
export function closingLines(role: SignalRole, ticket: string, token?: string): readonly string[] {
  const subject = token === undefined ? ticket : `${ticket} ${token}`;
  return signalsOf[role].map((name) => `- \`${name}: ${subject}\` - ${occasions[name]}`);
}

/** The closing line itself, for whoever writes an answer. */
export function signalLine(name: SignalName, ticket: string, token?: string): string {
  return token === undefined ? `${name}: ${ticket}` : `${name}: ${ticket} ${token}`;
}
