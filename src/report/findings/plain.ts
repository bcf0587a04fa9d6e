import { type Finding, isOpen, placeOf } from '../../model/finding.ts';
import { headline } from '../../model/outcome.ts';
import type { Report } from '../../model/report.ts';
import { sanitize } from '../../formats/index.ts';

/** Something a repository wrote, as part of one line of a report. */
export function line(text: string, maxLength = 500): string {
  return sanitize(text, { singleLine: true, maxLength });
}

/** Where a finding is, as people write it. */
export function placeText({ file, line: at }: Pick<Finding, 'file' | 'line'>): string {
  return placeOf({ file: line(file), line: at });
}

/** Findings that nobody left alone and that the baseline does not have. */
export function newFindings({ findings }: Pick<Report, 'findings'>): readonly Finding[] {
  return findings.filter((finding) => isOpen(finding) && finding.baseline !== 'known');
}

/** Why a finding does not fail; empty where it does, as far as anybody left it alone. */
export function standingText({ suppressed, excuse, baseline }: Finding): string {
  if (suppressed == null) return baseline === 'known' ? 'known in the baseline' : '';
  if (excuse?.kind !== 'waiver') return `suppressed: ${suppressed}`;
  return `waived${excuse.by === null ? '' : ` by ${excuse.by}`} until ${excuse.until}: ${suppressed}`;
}

/** A rule or a file that could not be checked, and why. */
export function crashText({ rule, file, because }: Report['crashes'][number]): string {
  return rule === '' ? because : `${rule} failed${file === '' ? '' : ` on ${file}`}: ${because}`;
}

/** What keeps a report from being a pass beside its findings; readers see these formats without the exit code. */
export function notPassed({ crashes, failing, outcome }: Report): Report['crashes'] {
  if (crashes.length > 0 || failing > 0 || outcome.verdict === 'passed') return crashes;
  return [{ rule: '', file: '', because: headline(outcome) }];
}

/** A path with nothing in it that a URI would read as anything else. */
export function uriOf(path: string): string {
  return path.split('/').map(encodedSegment).join('/');
}

function encodedSegment(segment: string): string {
  // Half of a surrogate pair cannot be encoded; no file system gives one out.
  return encodeURIComponent(segment.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
