import type { FileChange } from './change.ts';
import type { Detected } from './finding.ts';
import { detectDisowned } from './machine-made.ts';
import { detectNeutralised } from './neutralised.ts';
import { detectSuppressions } from './suppressions.ts';
import { detectTestAware } from './test-aware.ts';
import { detectWeakenedTests } from './weakened-tests.ts';

/**
 * Everything in a change that makes tests, checks or scans notice less. Runs and reviews ask this one function. `mayChange`
 * says which test files the ticket may rewrite.
 */
export function detectTampering(
  changes: readonly FileChange[],
  mayChange: (path: string) => boolean,
): readonly Detected[] {
  return [
    ...detectWeakenedTests(changes, mayChange),
    ...changes.flatMap(detectNeutralised),
    ...changes.flatMap(detectSuppressions),
    ...changes.flatMap(detectTestAware),
    ...changes.flatMap(detectDisowned),
  ];
}
