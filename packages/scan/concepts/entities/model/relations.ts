import { addTo } from '../../../engine/add-to.ts';
import { type Entity, type EntityModel, entityModel, type EntityField } from './entity-model.ts';
import { memoPerProject } from '../../../engine/incremental/memo.ts';

/** One side's way to the other: a field, an association, a configured relation. */
export type Navigation = {
  readonly of: Entity;
  readonly to: Entity | undefined;
  /** What it is called; undefined for one that only configuration knows. */
  readonly name: string | undefined;
  readonly many: boolean;
  /** Where the foreign key is said to be kept, on whichever side. */
  readonly keys: readonly string[];
  readonly inverse: string | undefined;
  readonly isTwoSided: boolean;
  readonly path: string;
  readonly line: number;
};

/** A field that holds the key of another entity, by what declares it or, failing that, by its name. */
export type KeyField = {
  readonly of: Entity;
  readonly field: EntityField;
  readonly target: Entity;
  /** By a constraint on the field itself. */
  readonly isConstrained: boolean;
  /** By a way from either side to the other. */
  readonly isNavigated: boolean;
};

export type Relations = {
  readonly model: EntityModel;
  readonly navigations: readonly Navigation[];
  readonly keys: readonly KeyField[];
};

/** All relations of a project, put together once. */
export const relationsOf = memoPerProject((project) => made(entityModel(project)));

function made(model: EntityModel): Relations {
  const navigations = model.entities.flatMap((entity) => [
    ...ownNavigations(entity, model),
    ...linkedNavigations(entity, model),
  ]);
  const at = new Map<Entity, Navigation[]>();
  for (const each of navigations)
    for (const side of new Set([each.of, each.to])) if (side !== undefined) addTo(at, side, each);
  const named = new Map<string, Entity[]>();
  for (const entity of model.entities)
    for (const name of new Set([entity.name, ...entity.aliases].map(stemmed))) addTo(named, name, entity);
  const keys = model.entities.flatMap((of) =>
    of.fields.map((field) => keyOf(of, field, { model, named, at: at.get(of) ?? [] })),
  );
  return { model, navigations, keys: keys.filter((key) => key !== undefined) };
}

function ownNavigations(of: Entity, model: EntityModel): readonly Navigation[] {
  return of.fields
    .filter(({ relation }) => relation !== undefined)
    .map((field) => ({
      of,
      to: field.relation?.to === undefined ? undefined : model.entity(field.relation.to, field.path),
      name: field.name,
      many: field.relation?.many ?? false,
      keys: field.relation?.keys ?? [],
      inverse: field.relation?.inverse,
      isTwoSided: field.relation?.isTwoSided === true,
      path: field.path,
      line: field.line,
    }));
}

function linkedNavigations(of: Entity, model: EntityModel): readonly Navigation[] {
  return of.links.map((link) => {
    const typed = of.fields.find(({ name }) => name === link.field)?.relation?.to;
    const to = link.to ?? typed;
    const isSequelize = of.orm === 'sequelize';
    return {
      of,
      to: to === undefined ? undefined : model.entity(to, link.path),
      name: link.field ?? (isSequelize ? link.to : undefined),
      many: link.many,
      keys: link.keys,
      inverse: link.inverse,
      isTwoSided: false,
      path: link.path,
      line: link.line,
    };
  });
}

/** `usersTable`, `Users`, `user` and `User` are one. */
function stemmed(name: string): string {
  const word = name
    .replaceAll('_', '')
    .toLowerCase()
    .replace(/(?<=.)(?:table|model|entity|schema)$/, '');
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/(?<=[^s])s$/, '');
}

const KEY = /^_?(?<stem>[A-Za-z]\w*?)(?:_id|Id|ID|_ID)$/;

type Known = {
  readonly model: EntityModel;
  readonly named: ReadonlyMap<string, readonly Entity[]>;
  readonly at: readonly Navigation[];
};

function keyOf(of: Entity, field: EntityField, { model, named, at }: Known): KeyField | undefined {
  if (field.isList || (field.relation !== undefined && field.references === undefined)) return undefined;
  const stem = KEY.exec(field.name)?.groups?.['stem'];
  const { references } = field;
  const pointed = references === undefined ? undefined : targetOf(references.to, of, field, model);
  const meant = stem === undefined ? undefined : meantBy(stem, of, field, named);
  const target = pointed ?? meant;
  if (target === undefined) return undefined;
  const isNavigated = at.some((each) => navigates(each, { owner: of, field, target, stem }));
  return { of, field, target, isConstrained: references !== undefined, isNavigated };
}

function targetOf(to: string, of: Entity, field: EntityField, model: EntityModel): Entity | undefined {
  const typed = of.orm === 'efcore' ? of.fields.find(({ name }) => name === to)?.relation?.to : undefined;
  const [ofTable] = model.ofTable(to).filter(({ orm }) => orm === of.orm);
  return model.entity(typed ?? to, field.path) ?? ofTable;
}

/** The entity a name speaks of, if its key is of the same kind. */
function meantBy(
  stem: string,
  of: Entity,
  field: EntityField,
  named: ReadonlyMap<string, readonly Entity[]>,
): Entity | undefined {
  const alike = (named.get(stemmed(stem)) ?? []).filter(({ orm }) => orm === of.orm);
  const [target] = alike;
  if (target === undefined || alike.length > 1 || target === of) return undefined;
  if (packageOf(target.path) !== packageOf(of.path)) return undefined;
  if (hasNearer(stemmed(stem), of, target, named)) return undefined;
  const id = target.fields.find(({ isId }) => isId);
  if (target.orm === 'mongoose') return /ObjectId/.test(field.type) ? target : undefined;
  if (field.kind !== 'number' && field.kind !== 'text') return undefined;
  // A text of its own length is what somebody else calls it: a team of Slack, a session's user.
  if (of.orm === 'django' && /^(?:Char|Text|Slug)Field$/.test(field.type)) return undefined;
  return id === undefined || id.kind === field.kind ? target : undefined;
}

const PACKAGE = /^((?:packages|apps|libs)\/(?:@[^/]+\/)?[^/]+)\/.*$/;

/** The part of a path that tells which package of a repository it is in. */
function packageOf(path: string): string {
  return PACKAGE.exec(path)?.[1] ?? '';
}

/** `agentId` beside a `ChatHubAgent` is not a key of the `Agent` from far away. */
function hasNearer(
  stem: string,
  of: Entity,
  target: Entity,
  named: ReadonlyMap<string, readonly Entity[]>,
): boolean {
  const folder = of.path.slice(0, of.path.lastIndexOf('/') + 1);
  if (target.path.startsWith(folder)) return false;
  return [...named].some(
    ([name, entities]) =>
      name.endsWith(stem) && entities.some((each) => each !== target && each.path.startsWith(folder)),
  );
}

type Led = {
  readonly owner: Entity;
  readonly field: EntityField;
  readonly target: Entity;
  readonly stem: string | undefined;
};

/** Whether a way leads over this key, as it says or as the ORM would guess. */
function navigates({ of, to, name, many, keys }: Navigation, { owner, field, target, stem }: Led): boolean {
  const names = [field.name, ...(field.column === undefined ? [] : [field.column])];
  if (keys.some((key) => names.includes(key))) return true;
  const isBetween = (of === owner && to === target) || (of === target && to === owner);
  if (keys.length > 0 && of === owner && !many) return false;
  if (isBetween) return true;
  const isNamedAlike = name !== undefined && stem !== undefined && stemmed(name) === stemmed(stem);
  return of === owner && isNamedAlike;
}
