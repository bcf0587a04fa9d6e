/** One valid answer for each signal, in the founding format. Each test bends one of them. */
export const ticket = 'T-1';
export const token = 'tok-12345';

export const passedReview = `REVIEW_PASSED: T-1 tok-12345

Files Reviewed:
- src/a.ts
- src/b.ts

Quality Assessment:
- Code style: COMPLIANT
- Error handling: ADEQUATE
- Naming: CONSISTENT
- Architecture: ALIGNED

Summary: small and clear
`;

export const failedReview = `REVIEW_FAILED: T-1 tok-12345

Files Reviewed:
- src/a.ts

Issues Found:
- src/a.ts:10: swallows the error
- src/b.ts:3: unused import

Required Fixes:
- rethrow the error

Priority: MEDIUM

Developer: Please address all issues above and signal READY_FOR_REVIEW when complete.
`;

export const passedAudit = `AUDIT_PASSED: T-1 tok-12345

Verification Results:
- AC1: VERIFIED - limiter.test.ts line 12
- the limit is set by LIMIT_PER_MINUTE: VERIFIED - config.ts

Commands Executed:
- npm test (local): PASS
- npm run test:unit (node22): PASS

Summary: all there
`;

export const failedAudit = `AUDIT_FAILED: T-1 tok-12345

Failed Criteria:
- AC1: FAILED - the 101st request gets 200

Issues Found:
- src/limiter.ts:40: counts per process

Required Fixes:
- count per user

Passing Criteria:
- AC2
`;

export const blockedAudit = `AUDIT_BLOCKED: T-1 tok-12345

Pre-existing Failures:
- 3 test failures in src/old.test.ts
- the linter is not installed

Cannot proceed with audit until infrastructure is fixed.
`;

export const readyWork = `READY_FOR_REVIEW: T-1 tok-12345

Files Modified:
- src/limiter.ts: new limiter
- src/index.ts: uses it

Tests Written:
- src/limiter.test.ts: the 101st request

Environment Verification Matrix:

| Check | Environment | Exit Code | Result |
| --- | --- | --- | --- |
| Unit Tests | local | 0 | PASS |
| Type Check | node22 | 0 | PASS |

Environments Tested: local, node22
All Required Environments: VERIFIED

Summary: limits requests
`;

export const incompleteWork = `TASK_INCOMPLETE: T-1 tok-12345

Blocker: depends on T-2, which has not landed
Attempted: a stub
Needed: the interface of T-2
`;

export const blockedWork = `INFRA_BLOCKED: T-1 tok-12345

Issue: the database does not start
Command: docker compose up
Output:
\`\`\`
error: port in use

exit 1
\`\`\`
Environment: local
Checks:
- unit tests
`;

export const question = `QUESTION: T-1 tok-12345

Question: Which limit applies to guests?
Options:
- the same as for users
- no limit
Context: the ticket speaks of users only
`;

export const remediation = `REMEDIATION_COMPLETE: E-1 tok-12345

Issues Fixed:
- port in use

Verification Results:
- unit tests (local): PASS

Summary: freed the port
`;
