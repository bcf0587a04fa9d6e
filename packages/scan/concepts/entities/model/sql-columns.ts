import { capital } from '../../values/domain-words.ts';
import type { DatabaseFact } from '../fact.ts';
import type { ProjectFacts } from '../../../engine/facts.ts';
import type { RawSqlFact } from '../raw-sql.ts';
import type { SqlComparison } from '../../../syntax/sql/read-sql.ts';
import { type Entity, type EntityModel, entityModel, type EntityField } from './entity-model.ts';
import { nearestTo } from './nearest.ts';
import { memoPerProject } from '../../../engine/incremental/memo.ts';

/** A comparison in raw SQL with a field that an ORM looks after as well. */
export type ComparedField = {
  readonly entity: Entity;
  readonly field: EntityField;
  readonly comparison: SqlComparison;
  readonly dialects: ReadonlySet<DatabaseFact['dialect']>;
  readonly path: string;
  readonly line: number;
};

/** What raw SQL compares with fields of entities, where it is plain which field is meant. */
export const comparedFields = memoPerProject((project): readonly ComparedField[] => {
  const model = entityModel(project);
  const found: ComparedField[] = [];
  for (const [path, file] of project.files) {
    if (file.isTest || file.isSide) continue;
    for (const statement of file.rawSql) {
      const tables = tablesOf(statement, path, model);
      for (const comparison of statement.comparisons) {
        const field = fieldOf(comparison, tables, model, path);
        if (field === undefined) continue;
        const line = statement.line + comparison.line;
        found.push({ ...field, comparison, dialects: dialectsOf(field.entity, project), path, line });
      }
    }
  }
  return found;
});

type Tables = readonly { readonly names: readonly string[]; readonly entity: Entity | undefined }[];

function tablesOf({ tables }: RawSqlFact, path: string, model: EntityModel): Tables {
  return tables.map(({ name, alias }) => {
    const shortened = name.replace(/^[a-z0-9]+_/, '');
    const found = model.ofTable(name);
    // Django puts the name of the application before that of the model.
    const django = model
      .ofTable(shortened)
      .filter(({ orm, table }) => orm === 'django' && table === undefined);
    const kept = (found.length > 0 ? found : django).filter(({ orm }) => orm !== 'mongoose');
    return { names: [alias ?? name, name].map(plain), entity: nearestTo(path, kept) };
  });
}

function fieldOf(
  { of, column }: SqlComparison,
  tables: Tables,
  model: EntityModel,
  path: string,
): { readonly entity: Entity; readonly field: EntityField } | undefined {
  const named = of === undefined ? tables : tables.filter(({ names }) => names.includes(plain(of)));
  const entities = new Set(named.map(({ entity }) => entity).filter((entity) => entity !== undefined));
  // A condition of a query builder names the entity by its alias.
  if (tables.length === 0 && of !== undefined) {
    const alone = model.entity(capital(of), path);
    if (alone !== undefined) entities.add(alone);
  }
  const fields = [...entities].flatMap((entity) =>
    entity.fields
      .filter((field) => field.relation === undefined && plain(field.column ?? field.name) === plain(column))
      .map((field) => ({ entity, field })),
  );
  return fields.length === 1 ? fields[0] : undefined;
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

type Dialects = ReadonlySet<DatabaseFact['dialect']>;

const dialects = memoPerProject((project): ReadonlyMap<boolean, Dialects> => {
  const of = (isPrisma: boolean): Dialects =>
    new Set(
      [...project.files.values()]
        .filter(({ language, isSide, isTest }) => !isSide && !isTest && (language === 'prisma') === isPrisma)
        .flatMap(({ databases }) => databases.map(({ dialect }) => dialect)),
    );
  return new Map([
    [true, of(true)],
    [false, of(false)],
  ]);
});

/** A Prisma schema names its database; of all others anything in the project may. */
function dialectsOf({ orm }: Entity, project: ProjectFacts): Dialects {
  return dialects(project).get(orm === 'prisma') ?? new Set();
}
