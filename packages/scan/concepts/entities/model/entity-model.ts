import { lowered } from '../../values/domain-words.ts';
import { addTo } from '../../../engine/add-to.ts';
import type { EntityFact, EnumFact, FieldFact, FieldSetupFact, LinkFact } from '../fact.ts';
import type { FileFacts, ProjectFacts } from '../../../engine/facts.ts';
import { nearestTo } from './nearest.ts';
import { memoPerProject } from '../../../engine/incremental/memo.ts';

/** An entity with everything the project says of it. */
export type Entity = Omit<EntityFact, 'fields' | 'isAbstract'> & {
  readonly path: string;
  /** Own fields and inherited ones, as they are stored. */
  readonly fields: readonly EntityField[];
  /** Relations that are declared outside of it, whichever side it is on. */
  readonly links: readonly (LinkFact & { readonly path: string })[];
  /** Some of what it builds on is not in this project, so there may be more fields. */
  readonly isOpen: boolean;
  readonly isTest: boolean;
  readonly isSide: boolean;
};

export type EntityField = FieldFact & {
  /** The file the field stands in: that of a base for an inherited one. */
  readonly path: string;
  /** What may be stored of an enumeration; undefined where that is not known. */
  readonly stored?: readonly (string | number)[];
  /** Whether 0 is a member of its enumeration. */
  readonly hasZero?: boolean;
};

export type Enum = EnumFact & { readonly path: string; readonly isSide: boolean };

/** All data of a project, put together once. */
export type EntityModel = {
  /** Those that are kept in a database; bases and mixins are in them. */
  readonly entities: readonly Entity[];
  /** The entity of a name as it is written in a file: the class, an alias, the member of a client. Nearest first. */
  entity(name: string, from: string): Entity | undefined;
  /** Entities that are kept in a table of this name. */
  ofTable(table: string): readonly Entity[];
  enum(name: string, from: string): Enum | undefined;
};

export const entityModel = memoPerProject(made);

type Raw = EntityFact & { readonly path: string; readonly file: FileFacts };

function made(project: ProjectFacts): EntityModel {
  const raws: Raw[] = [];
  const enums: Enum[] = [];
  const setups: FieldSetupFact[] = [];
  const links: (LinkFact & { path: string })[] = [];
  const sets = new Map<string, string>();
  for (const [path, file] of project.files) {
    for (const each of file.entities) raws.push({ ...each, path, file });
    for (const each of file.enums) enums.push({ ...each, path, isSide: file.isSide });
    setups.push(...file.fieldSetups);
    for (const each of file.links) links.push({ ...each, path });
    for (const { entity, name } of file.entitySets) if (!sets.has(entity)) sets.set(entity, name);
  }
  const enumsByName = grouped(enums, ({ name }) => [name]);
  const rawsByName = grouped(raws, ({ name, aliases }) => [name, ...aliases]);
  const find = <T extends { path: string }>(groups: ReadonlyMap<string, readonly T[]>) => {
    return (name: string, from: string): T | undefined => nearestTo(from, groups.get(name) ?? []);
  };
  const findEnum = find(enumsByName);
  const findRaw = find(rawsByName);
  const setupsOf = grouped(setups, ({ entity }) => [entity]);
  const linksOf = grouped(links, ({ from }) => [from]);
  const entities = raws
    .filter((raw) => isKept(raw, sets))
    .map((raw): Entity => {
      const { fields, isOpen } = allFields(raw, findRaw, new Set());
      const { file, isAbstract: _, ...rest } = raw;
      const isMongoose = raw.orm === 'mongoose';
      const name = isMongoose ? (sets.get(raw.name) ?? raw.name) : raw.name;
      const names = [raw.name, ...raw.aliases];
      const table = raw.table ?? (raw.orm === 'efcore' ? sets.get(raw.name) : undefined);
      return {
        ...rest,
        name,
        aliases: names.filter((each) => each !== name),
        ...(table === undefined ? {} : { table }),
        fields: fields.map((field) =>
          resolved(field, { setups: setupsOf.get(raw.name) ?? [], findEnum, findRaw, sets }),
        ),
        links: names.flatMap((each) => linksOf.get(each) ?? []),
        isOpen,
        isTest: file.isTest,
        isSide: file.isSide,
      };
    });
  const byName = grouped(entities, (entity) => [
    entity.name,
    ...entity.aliases,
    ...(entity.orm === 'prisma' ? [lowered(entity.name)] : []),
  ]);
  const byTable = grouped(entities, (entity) => tablesOf(entity));
  return {
    entities,
    entity: find(byName),
    ofTable: (table) => byTable.get(table.toLowerCase()) ?? [],
    enum: findEnum,
  };
}

function isKept(raw: Raw, sets: ReadonlyMap<string, string>): boolean {
  if (raw.orm === 'efcore' || raw.orm === 'mongoose') return !raw.isAbstract || sets.has(raw.name);
  return !raw.isAbstract;
}

/** What a table may be called where nobody says so, in lower case. */
function tablesOf({ name, table, orm }: Entity): readonly string[] {
  if (table !== undefined) return [table.toLowerCase().replace(/^.*\./, '')];
  const own = name.toLowerCase();
  const snake = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
  if (orm === 'prisma') return [own];
  if (orm === 'django') return [own, snake];
  return [...new Set([own, `${own}s`, snake, `${snake}s`, snake.replace(/y$/, 'ies')])];
}

type FindRaw = (name: string, from: string) => Raw | undefined;

/** Own fields, then those of what it builds on; the nearest of a name counts. */
function allFields(
  raw: Raw,
  findRaw: FindRaw,
  seen: Set<Raw>,
): { readonly fields: readonly EntityField[]; readonly isOpen: boolean } {
  seen.add(raw);
  const fields = new Map<string, EntityField>();
  for (const field of raw.fields) fields.set(field.name, { ...field, path: raw.path });
  let isOpen = false;
  for (const base of raw.extends) {
    const above = findRaw(base, raw.path);
    if (above === undefined || seen.has(above)) {
      isOpen ||= above === undefined;
      continue;
    }
    const inherited = allFields(above, findRaw, seen);
    isOpen ||= inherited.isOpen;
    for (const field of inherited.fields) if (!fields.has(field.name)) fields.set(field.name, field);
  }
  return { fields: [...fields.values()], isOpen };
}

type Known = {
  readonly setups: readonly FieldSetupFact[];
  readonly findEnum: (name: string, from: string) => Enum | undefined;
  readonly findRaw: FindRaw;
  readonly sets: ReadonlyMap<string, string>;
};

/** A type by name becomes what it is: an enumeration with its values, or a relation. */
function resolved(field: EntityField, { setups, findEnum, findRaw, sets }: Known): EntityField {
  const setup = setups.find((each) => each.field === field.name);
  const written: EntityField = setup === undefined ? field : withSetup(field, setup);
  if (written.values !== undefined) return { ...written, stored: written.values };
  if (written.enum === undefined) return written;
  const found = findEnum(written.enum, written.path);
  if (found !== undefined && (written.kind === 'enum' || written.kind === 'unknown')) {
    const { relation: _, ...rest } = written;
    const stored = found.isOpen ? undefined : storedOf(found, written.stores);
    const hasZero = found.members.some(({ value }) => value === 0);
    const whole = found.isOpen ? {} : { hasZero };
    return { ...rest, kind: 'enum', ...(stored === undefined ? {} : { stored }), ...whole };
  }
  if (written.kind !== 'unknown' || written.relation === undefined) return written;
  const target = findRaw(written.enum, written.path);
  const isEntity = target !== undefined && isKept(target, sets);
  const { enum: _, stores: __, ...rest } = written;
  if (isEntity) return { ...rest, kind: 'relation' };
  const { relation: ___, ...value } = rest;
  return target === undefined ? value : { ...value, kind: 'json' };
}

function withSetup(field: EntityField, setup: FieldSetupFact): EntityField {
  const { entity: _, field: __, ...said } = setup;
  return { ...field, ...said };
}

function storedOf({ members }: Enum, stores: FieldFact['stores']): readonly (string | number)[] | undefined {
  if (stores === undefined) return undefined;
  return members.map(({ name, value }) => (stores === 'name' ? name : value));
}

function grouped<T>(
  all: readonly T[],
  keys: (each: T) => readonly string[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) for (const key of new Set(keys(each))) addTo(groups, key, each);
  return groups;
}
