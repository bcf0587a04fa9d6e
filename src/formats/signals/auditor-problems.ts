import { isNothing } from '../text-heading.ts';
import type { AuditorBody } from './auditor-body.ts';
import type { SignalName } from './names.ts';

/** Where an auditor's answer contradicts itself (FLOW-11): such a verdict is no verdict. */
export function auditorProblems(signal: SignalName | null, body: AuditorBody): readonly string[] {
  if (signal === 'AUDIT_PASSED') return passProblems(body);
  if (signal !== 'AUDIT_FAILED') return [];
  return body.criteria.some(({ status }) => status === 'FAILED')
    ? []
    : ['AUDIT_FAILED names no failed criterion'];
}

function passProblems({
  criteria,
  commands,
  findings,
  requiredFixes,
  preExisting,
}: AuditorBody): readonly string[] {
  const bare = criteria.filter(({ status, evidence }) => status === 'VERIFIED' && !isEvidence(evidence));
  const unverified = criteria.filter(({ status }) => status !== 'VERIFIED');
  const notPassed = commands.filter(({ result }) => result !== 'PASS');
  return [
    ...(criteria.length === 0 ? ['AUDIT_PASSED verifies no criterion'] : []),
    ...unverified.map(({ criterion, status }) => `AUDIT_PASSED with ${criterion}: ${status}`),
    ...bare.map(({ criterion }) => `AUDIT_PASSED with ${criterion}: VERIFIED without evidence`),
    ...notPassed.map(({ command, result }) => `AUDIT_PASSED with ${command}: ${result}`),
    ...counted(findings.length, 'issues'),
    ...counted(requiredFixes.length, 'required fixes'),
    ...counted(preExisting.length, 'pre-existing failures'),
  ];
}

/** `VERIFIED - <evidence>`: a dash or "none" shows nothing. */
export function isEvidence(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !isNothing(text);
}

function counted(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`AUDIT_PASSED with ${count} ${what}`];
}
