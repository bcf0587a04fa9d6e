import type { Found, Truth } from './run-truth.ts';

type Row = { mutations: number; caught: number; right: number; wrong: number };

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

function addUp(truth: Truth): { readonly families: ReadonlyMap<string, Row>; readonly all: Row } {
  const families = new Map<string, Row>();
  const rowOf = (rule: string): Row => {
    const family = rule.split('-')[0] ?? rule;
    const row = families.get(family) ?? { mutations: 0, caught: 0, right: 0, wrong: 0 };
    families.set(family, row);
    return row;
  };
  for (const { mutation, isCaught, right, wrong } of truth.judged) {
    const row = rowOf(mutation.rule);
    row.mutations += 1;
    row.caught += isCaught ? 1 : 0;
    for (const { rule } of right) rowOf(rule).right += 1;
    for (const { rule } of wrong) rowOf(rule).wrong += 1;
  }
  for (const { rule } of truth.cleanFound) rowOf(rule).wrong += 1;
  const all = { mutations: 0, caught: 0, right: 0, wrong: 0 };
  for (const row of families.values())
    for (const key of ['mutations', 'caught', 'right', 'wrong'] as const) all[key] += row[key];
  return { families, all };
}

/** Over all families: what was found of what is wrong, and what is wrong of what was found. */
export function bounds(truth: Truth): { readonly recall: number; readonly precision: number } {
  const { all } = addUp(truth);
  return {
    recall: share(all.caught, all.mutations),
    precision: share(all.right, all.right + all.wrong),
  };
}

const said = ({ rule, file, line, message }: Found): string => `${rule} ${file}:${line} ${message}`;

/** The table, and every miss and false alarm by name. */
export function tableOf(truth: Truth): string {
  const { families, all } = addUp(truth);
  const line = (name: string, row: Row): string =>
    [
      `| ${name.padEnd(6)}`,
      String(row.mutations).padStart(9),
      String(row.caught).padStart(6),
      share(row.caught, row.mutations).toFixed(2).padStart(6),
      String(row.right).padStart(5),
      String(row.wrong).padStart(5),
      `${share(row.right, row.right + row.wrong)
        .toFixed(2)
        .padStart(9)} |`,
    ].join(' | ');
  const rows = [...families].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, row]) => line(name, row));
  const misses = truth.judged
    .filter(({ isCaught }) => !isCaught)
    .map(({ project, mutation }) => `${mutation.rule} ${project}: ${mutation.what} (${mutation.file})`);
  const alarms = [
    ...truth.cleanFound.map((found) => `${found.project}, clean: ${said(found)}`),
    ...truth.judged.flatMap(({ project, mutation, wrong }) =>
      wrong.map((found) => `${project}, "${mutation.what}" (${mutation.rule}): ${said(found)}`),
    ),
  ];
  return [
    `${truth.projects} projects, ${truth.judged.length} mutations`,
    '| family | mutations | caught | recall | right | wrong | precision |',
    '| ------ | --------: | -----: | -----: | ----: | ----: | --------: |',
    ...rows,
    line('all', all),
    '',
    `misses: ${misses.length}`,
    ...misses.map((each) => `  ${each}`),
    `false alarms: ${alarms.length}`,
    ...alarms.map((each) => `  ${each}`),
  ].join('\n');
}
