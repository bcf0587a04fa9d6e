import { type ClosedSet, closedSets } from '../../concepts/values/closed-sets.ts';
import type { Chosen, DomainValueFact } from '../../concepts/values/domain-values.ts';
import { wordsOf } from '../../concepts/values/domain-words.ts';
import type { TransitionFact } from '../../concepts/values/transitions.ts';
import type { ProjectReport, ProjectCheck } from '../../engine/rule.ts';

type Table = TransitionFact & { readonly file: string; readonly states: ReadonlySet<string> };

/** Code that moves something into a state, and a table of what may follow what that does not know the move. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const sets = closedSets(project);
    const valueOf = valuesBy(sets);
    const tables: Table[] = [];
    for (const [file, { transitions }] of project.files)
      for (const each of transitions) {
        const states = new Set(each.moves.flatMap(({ from, to }) => [from, ...to].map(valueOf)));
        tables.push({ ...each, file, states });
      }
    if (tables.length === 0) return;
    for (const table of tables) checkTable(table, sets, valueOf, report);
    for (const [file, { domainValues, isTest, isSide }] of project.files) {
      if (isTest || isSide) continue;
      for (const use of domainValues)
        if (use.how === 'set') checkMove({ ...use, file }, tables, valueOf, report);
    }
  },
};

type ValueOf = (chosen: Chosen) => string;

/** What a member of an enum stands for, so that `Status.Paid` and `'paid'` are the same. */
function valuesBy(sets: readonly ClosedSet[]): ValueOf {
  const known = new Map<string, string>();
  for (const { name, names, values } of sets)
    for (const [index, each] of names.entries()) known.set(`${name}.${each}`, values[index] ?? each);
  return ({ value, ofEnum }) => (ofEnum === undefined ? value : (known.get(`${ofEnum}.${value}`) ?? value));
}

/** A table that leads to a state there is none of. */
function checkTable(table: Table, sets: readonly ClosedSet[], valueOf: ValueOf, report: ProjectReport): void {
  const begun = new Set(table.moves.map(({ from }) => valueOf(from)));
  // Where last states are in the table too, with nothing that follows, every state should be.
  const isWhole = table.moves.some(({ to }) => to.length === 0);
  const known = sets.filter(
    ({ values, kind }) => kind !== 'table' && [...begun].every((state) => values.includes(state)),
  );
  for (const { to, line } of table.moves)
    for (const each of to) {
      const state = valueOf(each);
      if (begun.has(state) || each.ofEnum !== undefined) continue;
      const isDeclared = known.some(({ values }) => values.includes(state));
      if (isDeclared || (known.length === 0 && !isWhole)) continue;
      report.find(table.file, { line }, `${table.name} leads to '${state}', which is not one of its states`);
    }
}

function checkMove(
  use: DomainValueFact & { readonly file: string },
  tables: readonly Table[],
  valueOf: ValueOf,
  report: ProjectReport,
): void {
  const to = valueOf(use);
  const meant = tables.filter((table) => isAbout(table, use, valueOf));
  const [table] = meant;
  if (table === undefined) return;
  const from = use.from?.map(valueOf).filter((state) => meant.some(({ states }) => states.has(state)));
  if (from !== undefined && from.length > 0) {
    const refused = from.filter(
      (state) => state !== to && !meant.some((each) => leads(each, state, to, valueOf)),
    );
    if (refused.length > 0)
      report.find(
        use.file,
        { line: use.line },
        `${table.name} of ${table.file} allows no change from '${refused.join("' or '")}' to '${to}'`,
      );
  } else if (isMove(use) && !meant.some(({ states }) => states.has(to)))
    report.find(use.file, { line: use.line }, `${table.name} of ${table.file} does not know '${to}'`);
}

function leads({ moves }: Table, from: string, to: string, valueOf: ValueOf): boolean {
  return moves.some((move) => valueOf(move.from) === from && move.to.some((each) => valueOf(each) === to));
}

/** Whether something that is there is changed; what is made may begin in a state of its own. */
function isMove({ of }: DomainValueFact): boolean {
  const last = of.slice(of.lastIndexOf('.') + 1);
  return !/create|insert|add|build|seed|make|new|set[A-Z]|use[A-Z]|dispatch|json|send|log|render/i.test(last);
}

/**
 * Whether a table is about the field: by the enum both use, or by the owner's name in that of the table, as `order.status`
 * and `ORDER_TRANSITIONS`.
 */
function isAbout(table: Table, use: DomainValueFact, valueOf: ValueOf): boolean {
  const enums = new Set(table.moves.flatMap(({ from, to }) => [from, ...to].map(({ ofEnum }) => ofEnum)));
  if (use.ofEnum !== undefined && enums.has(use.ofEnum)) return true;
  if (!/stat(?:us|e)$|stage$|phase$/i.test(use.field)) return false;
  if (use.ofEnum !== undefined && !table.states.has(valueOf(use))) return false;
  const owners = wordsOf(use.of);
  const named = wordsOf(table.name).filter((word) => !COMMON.test(word));
  return named.some((word) => owners.includes(word));
}

const COMMON = /^(?:transition|allowed|valid|next|statu?s?|state|machine|workflow|flow|map|table|rule)$/;
