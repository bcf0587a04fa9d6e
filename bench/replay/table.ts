import type { Repository } from './list.ts';
import type { Result } from './results.ts';

/** One replayed commit. */
export type Row = { readonly repository: Repository; readonly commit: string; readonly result: Result };

/** More than this share of refused commits is too many. */
export const MOST_REFUSED = 0.02;

export function refusedShare(rows: readonly Row[]): number {
  return rows.length === 0
    ? 0
    : rows.filter(({ result }) => result.outcome === 'refused').length / rows.length;
}

/** A line for each repository, the sum, and each commit that was refused or needed leave with its reason. */
export function tableText(rows: readonly Row[]): string {
  const byName = Map.groupBy(rows, ({ repository }) => repository);
  const lines = [...byName].map(([{ name, half, runner }, own]) => lineOf(`${name} (${runner})`, half, own));
  return [
    '| repository (runner) | half | commits | landed | with leave to change tests | refused |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    lineOf('all', '', rows),
    '',
    ...rows.flatMap(explained),
  ].join('\n');
}

function lineOf(name: string, half: string, rows: readonly Row[]): string {
  const many = (outcome: Result['outcome']): number =>
    rows.filter(({ result }) => result.outcome === outcome).length;
  return `| ${name} | ${half} | ${rows.length} | ${many('landed')} | ${many('leave')} | ${many('refused')} |`;
}

function explained({ repository, commit, result }: Row): readonly string[] {
  if (result.outcome === 'landed') return [];
  const head = `${result.outcome === 'leave' ? 'needed leave' : 'REFUSED'} ${repository.name} ${commit.slice(0, 10)}`;
  return [
    head,
    ...result.reasons.map(({ gate, rule, file, said }) => `  ${gate}: ${rule} ${file}: ${firstLines(said)}`),
  ];
}

function firstLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 400);
}
