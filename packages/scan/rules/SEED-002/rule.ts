import { plain } from '../../concepts/values/matching.ts';
import { entityOf, type SeedRow, stockOf, valueOf } from '../../concepts/seeds/seeds.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** Rows that are seeded and that no list of the application will ever show. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const { subject, seeded, lists } of stockOf(project)) {
      const [first] = seeded;
      if (first === undefined || lists.length === 0 || lists.some(({ isOpen }) => isOpen)) continue;
      for (const [field, wanted] of askedByAll(lists)) {
        const values = seeded.map((row) => valueIn(row, field, project));
        if (values.some((value) => value === undefined)) {
          report.unresolved('seeded rows whose value for a filter is not known');
          continue;
        }
        if (values.some((value) => isWanted(value ?? '', wanted))) continue;
        const own = valueOf(first, field) === undefined ? 'leaves it at' : 'sets it to';
        report.find(
          first.file,
          { line: first.line },
          `Every query that lists ${subject} keeps only rows whose ${field} is ${wanted.replace('!', 'not ')}, but the seed ${own} ${values[0] ?? ''}`,
        );
      }
    }
  },
};

function isWanted(value: string, wanted: string): boolean {
  return wanted.startsWith('!') ? plain(value) !== plain(wanted) : plain(value) === plain(wanted);
}

function isSame(one: string, other: string): boolean {
  return one.startsWith('!') === other.startsWith('!') && plain(one) === plain(other);
}

const OUT_OF_USE =
  /^(?:is_?)?(?:banned|blocked|deleted|archived|hidden|disabled|suspended|expired|cancell?ed|closed|locked|inactive)$/i;

/** Fields that all lists ask to have one and the same value. */
function askedByAll(lists: readonly SeedRow[]): readonly (readonly [string, string])[] {
  const [first] = lists;
  if (first === undefined) return [];
  return Object.entries(first.values).filter(
    ([field, value]) =>
      value !== '?' &&
      value !== 'null' &&
      // A list of what is out of use is not what people look at first.
      !(value === 'true' && OUT_OF_USE.test(field)) &&
      !/id$/i.test(field) &&
      lists.every((each) => isSame(valueOf(each, field) ?? '', value)),
  );
}

/** What a seeded row has, by itself or by the default of its model; undefined when nobody can say. */
function valueIn(row: SeedRow, field: string, project: ProjectFacts): string | undefined {
  const own = valueOf(row, field);
  if (own !== undefined) return own === '?' ? undefined : own;
  if (row.isOpen) return undefined;
  const entity = entityOf(row, project);
  const found = entity?.fields.find(({ name }) => plain(name) === plain(field));
  if (found === undefined) return undefined;
  if (found.default !== undefined)
    return found.default === '' ? undefined : found.default.replaceAll(/["']/g, '').split('.').at(-1);
  if (found.isNullable) return 'null';
  // A C# boolean that nobody sets is false.
  return entity?.orm === 'efcore' && found.kind === 'boolean' ? 'false' : undefined;
}
