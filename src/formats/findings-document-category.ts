import { severityFrom, worse } from '../model/severity.ts';
import type { Severity } from '../model/severity.ts';

/** The least severity the categorisation rules allow for a category, or undefined where they leave it open (LOOP-10). */
export function categoryFloor(category: string): Severity | undefined {
  const words = ` ${category.toLowerCase().replace(/[^a-z0-9]+/g, ' ')} `;
  const named = severityFrom(category);
  if (CRITICAL.test(words)) return 'CRITICAL';
  const ruled = IMPORTANT.test(words) && !words.includes(' minor ') ? 'HIGH' : undefined;
  if (named === undefined) return ruled;
  return ruled === undefined ? named : worse(ruled, named);
}

/** Security vulnerabilities, crashes, data loss, ADR violations, hook violations, missing critical tests. */
const CRITICAL =
  / security | vulnerabilit(?:y|ies) | crash(?:es|ing)? | data (?:loss|corruption) | adrs? | hooks? violations? | (?:missing critical|critical missing) tests? | critical tests? missing /;

/** Performance issues, incomplete implementation, architectural concerns, significant test gaps. */
const IMPORTANT = / performance | incomplete | architectur(?:e|al) | tests? gaps? /;
