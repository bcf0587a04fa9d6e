import { type Entity, entityModel } from '../entities/model/entity-model.ts';
import { capital, wordsOf } from '../values/domain-words.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { RowFact } from './fact.ts';
import { memoPerProject } from '../../engine/incremental/memo.ts';

export type SeedRow = RowFact & { readonly file: string };

/** Rows and lists of one thing, whatever it is called in each place: `User`, `users`, `user`. */
export type Stock = {
  readonly subject: string;
  /** Rows that seeds make. */
  readonly seeded: readonly SeedRow[];
  /** Rows that the application itself makes. */
  readonly made: readonly SeedRow[];
  /** Lists that the application asks for. */
  readonly lists: readonly SeedRow[];
};

const SEEDS =
  /(?:^|[/._-])(?:seed(?:s|er|ers|ing|_?data)?|db-?init\w*|initial[_-]?data|bootstrap[_-]?data)(?:[/._-]|$)|(?:Seed(?:er|ers|s|Data)?|DbInitializer|InitialData)\.(?:cs|ts|js)$|(?:^|\/)(?:Data)?Seed\w*\//i;

/** What a project seeds, makes and asks for, by what it is. */
export const stockOf = memoPerProject((project): readonly Stock[] => {
  const found = new Map<string, { subject: string; seeded: SeedRow[]; made: SeedRow[]; lists: SeedRow[] }>();
  const of = (entity: string) => {
    const subject = wordsOf(entity).join(' ');
    const own = found.get(subject) ?? { subject, seeded: [], made: [], lists: [] };
    found.set(subject, own);
    return own;
  };
  for (const [file, { rows, lists, isTest, isSide }] of project.files) {
    if (isTest) continue;
    const isSeed = SEEDS.test(file);
    for (const each of rows) {
      if (isSeed) of(each.entity).seeded.push({ ...each, file });
      else if (!isSide) of(each.entity).made.push({ ...each, file });
    }
    if (!isSeed && !isSide) for (const each of lists) of(each.entity).lists.push({ ...each, file });
  }
  return [...found.values()].filter(({ seeded }) => seeded.length > 0);
});

/** What the project says of the entity a row is of, whether it is named by its class, its table or its repository. */
export function entityOf({ entity, file }: SeedRow, project: ProjectFacts): Entity | undefined {
  const model = entityModel(project);
  const name = wordsOf(entity).map(capital).join('');
  return model.entity(entity, file) ?? model.entity(name, file) ?? model.ofTable(entity)[0];
}

/** A field by its name, however it is written: `is_active` and `IsActive`. */
export function valueOf({ values }: RowFact, field: string): string | undefined {
  const wanted = wordsOf(field).join('');
  for (const [name, value] of Object.entries(values)) if (wordsOf(name).join('') === wanted) return value;
  return undefined;
}
