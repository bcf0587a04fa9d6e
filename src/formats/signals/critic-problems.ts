import { speaksAgainst } from '../text-doubt.ts';
import { posixPath } from '../text-location.ts';
import { aspects } from './assessment.ts';
import type { CriticBody } from './critic-body.ts';
import type { SignalName } from './names.ts';

/** Where a critic's answer contradicts itself (FLOW-11): such a verdict is no verdict. */
export function criticProblems(
  signal: SignalName | null,
  body: CriticBody,
  changedFiles: readonly string[],
): readonly string[] {
  if (signal === 'REVIEW_PASSED') return passProblems(body, changedFiles);
  if (signal !== 'REVIEW_FAILED') return [];
  if (body.findings.length > 0 || body.requiredFixes.length > 0 || body.blockingIssues.length > 0) return [];
  return ['REVIEW_FAILED names neither an issue nor a fix'];
}

function passProblems(body: CriticBody, changedFiles: readonly string[]): readonly string[] {
  const { findings, requiredFixes, filesReviewed } = body;
  const assessed = aspects.flatMap(({ aspect, label, good }) => {
    const word = body.assessment[aspect];
    if (word === good) return [];
    return [
      word === '' ? `REVIEW_PASSED without a line on ${label}` : `REVIEW_PASSED with ${label}: ${word}`,
    ];
  });
  const unread = changedFiles.filter((file) => !isReviewed(file, filesReviewed));
  return [
    ...(findings.length > 0 ? [`REVIEW_PASSED with ${findings.length} issues`] : []),
    ...(requiredFixes.length > 0 ? [`REVIEW_PASSED with ${requiredFixes.length} required fixes`] : []),
    ...assessed,
    ...body.notes
      .filter(speaksAgainst)
      .map((note) => `REVIEW_PASSED with a note that reads like an issue: ${note}`),
    ...(filesReviewed.length === 0 ? ['REVIEW_PASSED names no file reviewed'] : []),
    ...unread.map((file) => `REVIEW_PASSED without a review of ${file}`),
  ];
}

/** The same path, or an absolute one that ends with it. */
function isReviewed(changed: string, reviewed: readonly string[]): boolean {
  const file = posixPath(changed);
  return reviewed.some((path) => path === file || (isAbsolute(path) && path.endsWith(`/${file}`)));
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}
