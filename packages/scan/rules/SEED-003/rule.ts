import { type ClosedSet, closedSets } from '../../concepts/values/closed-sets.ts';
import { plain } from '../../concepts/values/matching.ts';
import { entityOf, type SeedRow, stockOf, valueOf } from '../../concepts/seeds/seeds.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

const ACCOUNTS = /^(?:app |application )?(?:user|account|employee|staff|member)$/;
/** Nobody logs in as one of these. */
const NOBODY = /^(?:guest|anonymous|anon|system|bot|none|unknown|public|service)$/i;

/** A role nobody can log in with once the seeds have run. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const { subject, seeded } of stockOf(project)) {
      const [first] = seeded;
      if (first === undefined) continue;
      const roles = ownRoles(first, project) ?? (ACCOUNTS.test(subject) ? rolesOf(project) : undefined);
      if (roles === undefined) continue;
      const given = givenRoles(seeded, project);
      if (given === undefined) report.unresolved('seeded accounts whose role cannot be read from the code');
      else {
        const missing = roles.values.filter(
          (role, at) =>
            !NOBODY.test(role) && !given.has(plain(role)) && !given.has(plain(roles.names[at] ?? '')),
        );
        // Without any of the roles these seeds are about something else.
        if (missing.length === 0 || missing.length === roles.values.length) continue;
        const named = missing.map((role) => `'${role}'`).join(', ');
        report.find(
          first.file,
          { line: first.line },
          `No seeded account has the role ${named} of ${roles.name}`,
        );
      }
    }
  },
};

type Roles = Pick<ClosedSet, 'name' | 'values' | 'names'>;

/** The roles that the model of an account names for it: what one logs in with makes it an account. */
function ownRoles(row: SeedRow, project: ProjectFacts): Roles | undefined {
  const fields = entityOf(row, project)?.fields ?? [];
  if (!fields.some(({ name }) => /^(?:e_?mail(?:_?address)?|user_?name|password\w*)$/i.test(name)))
    return undefined;
  const role = fields.find(({ name }) => /^(?:\w+_)?role$/i.test(name));
  const name = role?.enum;
  const written = role?.values?.map(String) ?? [];
  if (name === undefined && written.length > 1)
    return { name: role?.name ?? '', values: written, names: written };
  return name === undefined
    ? undefined
    : closedSets(project).find(
        (each) => each.name === name && each.kind !== 'table' && each.values.length >= 2,
      );
}

/** The one set of roles there is. */
function rolesOf(project: ProjectFacts): ClosedSet | undefined {
  const found = closedSets(project).filter(
    ({ words, kind, values }) =>
      kind !== 'table' &&
      values.length >= 2 &&
      /^(?:(?:user|account|app|system|staff|member|employee) )?role$/.test(words.join(' ')),
  );
  const [first] = found;
  if (first === undefined) return undefined;
  const same = (set: ClosedSet): string => set.values.map(plain).toSorted().join(' ');
  return found.every((each) => same(each) === same(first)) ? first : undefined;
}

/** The roles of the rows; undefined when one of them is not known. */
function givenRoles(rows: readonly SeedRow[], project: ProjectFacts): ReadonlySet<string> | undefined {
  const given = new Set<string>();
  for (const row of rows) {
    const role =
      valueOf(row, 'role') ?? valueOf(row, 'userRole') ?? (row.isOpen ? '?' : byDefault(row, project));
    if (role === '?') return undefined;
    given.add(plain(role));
  }
  return given;
}

/** What the model gives a row that says nothing. */
function byDefault(row: SeedRow, project: ProjectFacts): string {
  const field = entityOf(row, project)?.fields.find(({ name }) => /^(?:user_?)?role$/i.test(name));
  const written = field?.default?.replaceAll(/["']/g, '');
  return written === undefined || written === '' ? '?' : (written.split('.').at(-1) ?? '?');
}
