import { plain } from '../../concepts/values/matching.ts';
import { entityOf, type SeedRow, stockOf, valueOf } from '../../concepts/seeds/seeds.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { wordsOf } from '../../concepts/values/domain-words.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** Fields that decide what may be done with a row. */
const DECIDING =
  /^(?:password|hash|role|status|state|active|enabled|verified|confirmed|published|visible|visibility|approved|slug|plan|tier|type|kind|currency|timezone|locale)$/;

/** Fields that the application always sets, and the seeds leave to whatever the database puts there. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    for (const { subject, seeded, made } of stockOf(project)) {
      const [first] = seeded;
      if (first === undefined || made.length === 0 || isUnclear(seeded)) continue;
      for (const field of alwaysSet(made)) {
        if (seeded.some((row) => valueOf(row, field) !== undefined)) continue;
        if (!isLeftOpen(first, field, made, project)) continue;
        report.find(
          first.file,
          { line: first.line },
          `The application always sets ${field} of a ${subject} (${made[0]?.file}); the seed never does`,
        );
      }
    }
  },
};

/** Whether the model knows the field, and gives it nothing or something else than the application does. */
function isLeftOpen(row: SeedRow, field: string, made: readonly SeedRow[], project: ProjectFacts): boolean {
  const found = entityOf(row, project)?.fields.find(({ name }) => plain(name) === plain(field));
  if (found === undefined) return false;
  if (found.default === undefined) return true;
  const given = plain(found.default.split('.').at(-1) ?? '');
  // A value that is computed may well be the same.
  return given !== '' && made.every((each) => isOther(valueOf(each, field), given));
}

function isOther(value: string | undefined, given: string): boolean {
  return value !== undefined && value !== '?' && plain(value) !== given;
}

function isUnclear(rows: readonly SeedRow[]): boolean {
  return rows.some(({ isOpen }) => isOpen);
}

/** Deciding fields that every creation in the application sets. */
function alwaysSet(made: readonly SeedRow[]): readonly string[] {
  const [first] = made;
  return Object.keys(first?.values ?? {}).filter(
    (field) =>
      wordsOf(field).some((word) => DECIDING.test(word)) &&
      !/At$|_at$|Id$|_id$/.test(field) &&
      made.every((row) => valueOf(row, field) !== undefined),
  );
}
