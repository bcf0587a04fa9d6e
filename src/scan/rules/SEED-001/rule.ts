import { type Row, stockOf, valueOf } from '../../domain/seeds.ts';
import { wordsOf } from '../../facts/domain-words.ts';
import type { ProjectRule } from '../../rule.ts';

/** Fields that decide what may be done with a row. */
const DECIDING =
  /^(?:password|hash|role|status|state|active|enabled|verified|confirmed|published|visible|visibility|approved|slug|plan|tier|type|kind|currency|timezone|locale)$/;

/** Fields that the application always sets, and the seeds leave to whatever the database puts there. */
export const rule: ProjectRule = {
  id: 'SEED-001',
  family: 'seed',
  kind: 'project',
  severity: 'LOW',
  title: 'Seeds leave a field to its default that the application always sets',
  why: 'Seeded rows are in a state the application never makes: accounts nobody can log in with, items nobody can find.',
  fix: 'Set the field in the seed to what the application would set.',
  confidence: 'medium',
  check(project, report) {
    for (const { subject, seeded, made } of stockOf(project)) {
      const [first] = seeded;
      if (first === undefined || made.length === 0 || isUnclear(seeded)) continue;
      for (const field of alwaysSet(made)) {
        if (seeded.some((row) => valueOf(row, field) !== undefined)) continue;
        report.find(
          first.file,
          { line: first.line },
          `The application always sets ${field} of a ${subject} (${made[0]?.file}); the seed never does`,
        );
      }
    }
  },
};

function isUnclear(rows: readonly Row[]): boolean {
  return rows.some(({ isOpen }) => isOpen);
}

/** Deciding fields that every creation in the application sets. */
function alwaysSet(made: readonly Row[]): readonly string[] {
  const [first] = made;
  return Object.keys(first?.values ?? {}).filter(
    (field) =>
      wordsOf(field).some((word) => DECIDING.test(word)) &&
      !/At$|_at$|Id$|_id$/.test(field) &&
      made.every((row) => valueOf(row, field) !== undefined),
  );
}
