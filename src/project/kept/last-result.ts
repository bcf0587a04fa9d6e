import { readOwnJson } from '../own-json.ts';
import { join } from 'node:path';

import { redact } from '../../detect/index.ts';
import { isOpen } from '../../model/finding.ts';
import type { Report } from '../../model/report.ts';
import { whoFound } from '../../report/index.ts';
import type { LastResult } from '../../serve/index.ts';
import { writeWhole } from '../write-whole.ts';
import { findRepository, type RepositoryPlace } from '../state-folder.ts';

const kinds = ['audit', 'review'] as const;
const MOST_FINDINGS = 1000;

function fileOf(state: string, kind: LastResult['kind']): string {
  return join(state, 'last', `${kind}.json`);
}

/** Keeps what an audit or a review found for the dashboard. What looks like a secret is not kept. */
export function keepLast(cwd: string, kind: LastResult['kind'], about: string, report: Report): void {
  const place = findRepository(cwd);
  if (place === undefined) return;
  const open = report.findings.filter((finding) => isOpen(finding) && finding.baseline !== 'known');
  const findings = open.slice(0, MOST_FINDINGS).map((finding) => {
    const { rule, severity, file, line, message, evidence, fix, fingerprint } = finding;
    const words = { rule, severity, file: `${report.prefix}${file}`, line, message, evidence, fix };
    return { ...words, by: whoFound(finding), fingerprint, setAside: '' };
  });
  const { outcome } = report;
  const last: LastResult = {
    kind,
    at: Date.now(),
    about,
    outcome,
    findings,
    more: open.length - findings.length,
  };
  try {
    writeWhole(fileOf(place.state, kind), redact(JSON.stringify(last)));
  } catch {
    // A disk that cannot be written to does not change what was found.
  }
}

/** The last audit and the last review of a repository, the newest first. */
export function lastResults({ state }: Pick<RepositoryPlace, 'state'>): readonly LastResult[] {
  return kinds.flatMap((kind) => readLast(fileOf(state, kind)) ?? []).toSorted((a, b) => b.at - a.at);
}

function readLast(file: string): LastResult | undefined;
function readLast(file: string): unknown {
  return readOwnJson(file);
}
