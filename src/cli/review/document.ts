import fs from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

import { redact } from '../../detect/index.ts';
import { writeFindingsDocument } from '../../formats/index.ts';
import type { Finding } from '../../model/finding.ts';
import type { Compared } from '../../ports/compared.ts';
import { READABLE } from '../run/readable.ts';
import type { ReviewResult } from './result.ts';

/** Writes the findings of a look without agents; null where there is nothing to write down. */
export function writeRoundDocument(
  top: string,
  { name }: Compared,
  { findings, status }: Pick<ReviewResult, 'findings' | 'status'>,
  path: string | null,
): string | null {
  if (findings.length === 0) return null;
  const text = documentText({
    id: slugOf(name),
    round: 1,
    reviewer: 'Gauntlet (no agents)',
    branch: name,
    at: Date.now(),
    findings,
    recommendation: status === 'clean' ? 'nothing has to be fixed' : 'fix what is critical or important',
  });
  return putDocument(top, documentPath(path, slugOf(name), 1), text);
}

export type DocumentHead = {
  readonly id: string;
  readonly round: number;
  readonly reviewer: string;
  readonly branch: string;
  readonly at: number;
  readonly findings: readonly (Finding & { readonly impact?: string })[];
  readonly recommendation: string;
};

/** The founding document (LOOP-03), from findings of whatever origin. */
export function documentText({
  id,
  round,
  reviewer,
  branch,
  at,
  findings,
  recommendation,
}: DocumentHead): string {
  return redact(
    writeFindingsDocument({
      ticket: id,
      round,
      reviewer,
      date: new Date(at).toISOString().slice(0, 16).replace('T', ' '),
      branch,
      findings: findings.map((finding) => ({
        severity: finding.severity,
        category: finding.rule,
        title: firstSentence(finding.message),
        file: finding.file,
        line: finding.line,
        problem: finding.message,
        impact: finding.impact ?? '',
        fix: finding.fix,
      })),
      recommendation,
    }),
  );
}

function firstSentence(text: string): string {
  return (/^[^\n]*?[.:](?=\s|$)/.exec(text)?.[0] ?? text).slice(0, 160);
}

/** A name in paths. */
export function slugOf(name: string): string {
  const slug = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[-.]+|[-.]+$/g, '');
  return slug.slice(0, 60) || 'branch';
}

/** `{id}` and `{round}` stand for what they say; the founding path is `docs/progress/story-{id}-review-findings-round-{round}.md`. */
export function documentPath(pattern: string | null, id: string, round: number): string {
  const path = pattern ?? join(READABLE, 'reviews', '{id}', 'round-{round}.md');
  const named = path.includes('{round}') ? path : join(path, '{id}', 'round-{round}.md');
  return named.replaceAll('{id}', id).replaceAll('{round}', String(round));
}

/** Only into folders that are really below the checkout: a repository may have planted a link where we write. */
export function putDocument(top: string, path: string, text: string): string | null {
  const parts = dirname(path).split(sep);
  if (parts.some((part) => part === '..' || part === '.git') || path.startsWith(sep)) return null;
  let folder = fs.realpathSync(top);
  for (const name of parts.filter((part) => part !== '.')) {
    folder = join(folder, name);
    const found = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) fs.mkdirSync(folder);
    else if (!found.isDirectory()) return null;
    if (name === READABLE && !fs.existsSync(join(folder, '.gitignore')))
      fs.writeFileSync(join(folder, '.gitignore'), '*\n');
  }
  const file = join(folder, basename(path));
  fs.rmSync(`${file}.new`, { force: true });
  fs.writeFileSync(`${file}.new`, text, { flag: 'wx' });
  fs.renameSync(`${file}.new`, file);
  return path;
}
