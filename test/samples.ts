// One well-formed text of each kind, in own words. Used where any valid text will do.

export const epicText = `version: 1
epic: checkout-hardening
title: Checkout hardening
base: main
verify:
  - { id: types, run: npm run typecheck }
  - { id: unit tests, run: npm test, timeout: 10m }
tickets:
  - id: API-1
    title: Add rate limiter
    description: Limit POST /orders per user.
    touches: ["src/limiter/**"]
    acceptance:
      - { id: AC1, text: the 101st request in a minute gets status 429, verify: npx vitest run limiter }
  - id: WEB-7
    title: Show the retry time
    description: Tell the customer how long to wait.
    needs: [API-1]
    acceptance: [{ id: AC1, text: the banner shows the seconds left }]
`;

export const configText = `version: 1
agents:
  default: { use: claude }
limits: { maxParallel: 3, budgetUsd: 20 }
depth: standard
`;

/** Answers and reports by the kind `gauntlet parse` calls them; all about ticket API-1. */
export const answers = {
  developer: `Everything is in place.

READY_FOR_REVIEW: API-1

Files Modified:
- src/limiter/bucket.ts (created)
- src/server.ts (modified)

Tests Written:
- src/limiter/bucket.test.ts

Environment Verification Matrix:
| Check | Environment | Exit Code | Result |
|-------|-------------|-----------|--------|
| unit tests | local | 0 | PASS |

Summary: the limiter counts per user and minute
`,
  critic: `REVIEW_PASSED: API-1

Files Reviewed:
- src/limiter/bucket.ts
- src/server.ts

Quality Assessment:
- Code style: COMPLIANT
- Error handling: ADEQUATE
- Naming: CONSISTENT
- Architecture: ALIGNED

Dimension Scores:
- requirement_adherence: 95
- coordination_compliance: 95
- code_quality: 90
- pattern_consistency: 90
- test_quality: 90
- security_performance: 90

Summary: small and clear
`,
  auditor: `AUDIT_PASSED: API-1

Verification Results:
- AC1: VERIFIED - the test sends 101 requests and sees 429

Commands Executed:
- npm test (local): PASS

Summary: done
`,
  'review-report': JSON.stringify(
    {
      ticket_id: 'API-1',
      reviewed_at: '2026-01-05T10:00:00Z',
      reviewer: 'code-review-agent',
      status: 'pass',
      overall_score: 92,
      revision_count: 0,
      dimension_scores: {
        requirement_adherence: { score: 95, weight: 'critical' },
        coordination_compliance: { score: 100, weight: 'critical' },
        code_quality: { score: 85, weight: 'important' },
        pattern_consistency: { score: 90, weight: 'important' },
        test_quality: { score: 80, weight: 'important' },
        security_performance: { score: 90, weight: 'moderate' },
      },
      findings: [],
      blocking_issues: [],
      revision_notes: null,
      approved: true,
      pass_criteria_met: {
        all_critical_dimensions_pass: true,
        no_blocking_issues: true,
        overall_score_above_threshold: true,
      },
    },
    undefined,
    2,
  ),
  findings: `# Story API-1 Code Review Findings - Round 2

**Reviewer:** Agent (Fresh Context)
**Date:** 2026-01-05 10:00
**Branch:** ticket/API-1

## Critical Issues (Must Fix)

1. **[Security]:** The key is never checked
   - **File:** src/limiter/bucket.ts:12
   - **Problem:** any key is accepted
   - **Impact:** the limit can be walked around
   - **Fix:** compare it with the session

## Important Issues (Should Fix)

## Minor Issues (Nice to Have)

2. **[Naming]:** A word that says nothing
   - **File:** src/server.ts:3
   - **Problem:** the variable is called data
   - **Impact:** nobody knows what it holds
   - **Fix:** call it bucket

## Summary

- **Total findings:** 2
- **Critical:** 1
- **Important:** 0
- **Minor:** 1
- **Recommendation:** fix and review again
`,
  audit: `# Requirements Audit Report

## FINDINGS

### PASS | - | REQ-001 | Requests are limited
- **File**: src/limiter/bucket.ts:10
- **Evidence**: the counter is compared with the limit

### FAIL | HIGH | REQ-002 | The limit cannot be set
- **File**: src/limiter/bucket.ts:4
- **Evidence**: the number is written into the code
- **Fix Hint**: read LIMIT_PER_MINUTE

## SUMMARY
- Checked: 2
- Pass: 1
- Fail: 1
- Partial: 0
- Score: 0.50
`,
  requirements: `# Requirements

- [x] REQ-001: requests are limited (review_cycles: 1)
- [ ] REQ-002: the limit can be set (review_cycles: 1)

## Review Log

| Cycle | Reviewer | Item | Verdict | Details |
|-------|----------|------|---------|---------|
| 1 | critic | REQ-001 | PASS | counted |
`,
} as const;
