import type { BlockingIssue } from '../model/feedback.ts';
import { type Finding, placeOf } from '../model/finding.ts';
import { severityRank } from '../model/severity.ts';
import { findingCap } from './section.ts';

/** One finding as an entry of a data block. What must not be cut off by a cap stands first. */
export function findingText(finding: Finding, attempts: readonly number[] = []): string {
  const { severity, rule, title, message, impact, fix, evidence } = finding;
  const headline = [`[${severity}]`, seenIn(attempts), placeOf(finding, ''), `${rule}:`, title ?? message];
  const words = [
    ...(title === undefined ? [] : [`Problem: ${beginning(message)}`]),
    ...(impact === undefined ? [] : [`Impact: ${beginning(impact)}`]),
  ];
  return entryText(headline, fix, evidence, words);
}

/** Headline, what to do about it, and what it rests on: the first thing to be cut is the evidence. */
export function entryText(
  headline: readonly string[],
  fix: string,
  evidence: string,
  words: readonly string[] = [],
): string {
  const headed = headline.filter((word) => word !== '').map(beginning);
  return [
    headed.join(' '),
    ...words,
    ...(fix === '' ? [] : [`Fix: ${beginning(fix)}`]),
    ...(evidence === '' ? [] : [`Evidence: ${beginning(evidence)}`]),
  ].join('\n');
}

export function blockingText({ dimension, message, requiredAction }: BlockingIssue): string {
  const said = [dimension, message].filter(Boolean).join(': ');
  return requiredAction === '' ? said : `${said}\nRequired action: ${requiredAction}`;
}

/** More than a block can show is not even copied: a finding may be as long as its author likes. */
function beginning(text: string): string {
  return text.slice(0, 4 * findingCap.entry);
}

/** `(attempts 3, 1)`, counted from 1: so that the developer sees what came back. Nothing when history does not matter. */
export function seenIn(attempts: readonly number[]): string {
  if (attempts.length === 0) return '';
  return `(${attempts.length === 1 ? 'attempt' : 'attempts'} ${attempts.map((attempt) => attempt + 1).join(', ')})`;
}

/** Worst first, otherwise in the order given: what a cap leaves out is then the least of it. */
export function worstFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => severityRank(b.severity) - severityRank(a.severity));
}
