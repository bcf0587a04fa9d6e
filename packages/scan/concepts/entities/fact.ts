import { defined } from '../../engine/defined.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly entities: EntityFact[];
    readonly entitySets: EntitySetFact[];
    readonly fieldSetups: FieldSetupFact[];
    readonly links: LinkFact[];
    readonly creations: CreationFact[];
    readonly enums: EnumFact[];
    readonly databases: DatabaseFact[];
  }
}

/**
 * What the code says of its data: which entities there are, their fields, and the enumerations they use. A fact holds
 * only what its own file says; `entities/entity-model.ts` puts the files together (inherited fields, values of
 * enumerations, relations declared elsewhere, which C# classes are entities at all).
 */
export type Orm =
  | 'prisma'
  | 'typeorm'
  | 'mikro-orm'
  | 'sequelize'
  | 'mongoose'
  | 'drizzle'
  | 'django'
  | 'sqlalchemy'
  | 'efcore'
  | 'jpa'
  | 'gorm'
  | 'sql';

/** What is kept in a field. `datetime` has a time of day, `date` has none; `relation` is another entity, not a value. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'enum'
  | 'json'
  | 'bytes'
  | 'relation'
  | 'unknown';

export type EntityFact = {
  readonly orm: Orm;
  /** What the code calls it: the model, the class, or the name a model was defined by. */
  readonly name: string;
  /** Other names of the same thing in its file: the variable that holds a schema or table, the interface of its rows. */
  readonly aliases: readonly string[];
  /** The table or collection, where it is written down. */
  readonly table?: string;
  readonly fields: readonly FieldFact[];
  /** Classes, mixins and shared columns it builds on, by the names of its file. */
  readonly extends: readonly string[];
  /** Not kept by itself: a base class, a mixin, or a class of which only others can say whether it is kept. */
  readonly isAbstract: boolean;
};

export type FieldFact = {
  readonly name: string;
  /** The column, where it is written down and differs from the name. */
  readonly column?: string;
  readonly kind: FieldKind;
  /** The type as it is written: `String`, `DataTypes.ENUM('a', 'b')`, `OrderStatus?`. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly isList: boolean;
  /** Part of the primary key. */
  readonly isId: boolean;
  /** As it is written; empty where something else gives the value (generated, updated, computed, in the constructor). */
  readonly default?: string;
  /** The enumeration by name, and the values that may be stored where they are written in place. */
  readonly enum?: string;
  readonly values?: readonly (string | number)[];
  /** What of an enumeration's member is stored. */
  readonly stores?: 'name' | 'value' | 'number';
  /** A foreign key: the entity or table it points to. */
  readonly references?: { readonly to: string };
  readonly relation?: RelationFact;
  readonly line: number;
};

/** A field that is another entity, or many of them. */
export type RelationFact = {
  /** The entity by name, where that can be told. */
  readonly to?: string;
  readonly many: boolean;
  /** The fields or columns of this entity that hold the foreign key; empty where the other side holds it. */
  readonly keys: readonly string[];
  /** What the other side calls this relation. */
  readonly inverse?: string;
  /** The other side is declared there, not made by this one: it must be there. */
  readonly isTwoSided?: true;
};

/** A relation that is declared outside of the entity: an association, a configuration, a virtual field. */
export type LinkFact = {
  readonly from: string;
  readonly to?: string;
  readonly many: boolean;
  /** The fields that hold the foreign key, on whichever side they are. */
  readonly keys: readonly string[];
  /** What each side calls the other, where it is said. */
  readonly field?: string;
  readonly inverse?: string;
  readonly line: number;
};

/** A member of a database context or the like: what makes a class an entity. */
export type EntitySetFact = { readonly entity: string; readonly name: string };

/** What fluent configuration says of one field: `Property(x => x.Status).HasConversion<string>().HasDefaultValue(…)`. */
export type FieldSetupFact = {
  readonly entity: string;
  readonly field: string;
  readonly column?: string;
  readonly default?: string;
  readonly stores?: 'name' | 'number';
};

/** Where rows of an entity are made: which fields are given. */
export type CreationFact = {
  /** The entity as it is named there: a class, a table, or the member of a Prisma client (`user` for `User`). */
  readonly entity: string;
  readonly orm?: Orm;
  readonly fields: readonly string[];
  /** More may be given than is written: a spread, a variable, `**values`. */
  readonly isOpen: boolean;
  readonly line: number;
};

/** A closed list of values: an enumeration, a union of literals, a frozen object, choices. */
export type EnumFact = {
  readonly name: string;
  readonly kind: 'enum' | 'union' | 'object' | 'list';
  readonly members: readonly { readonly name: string; readonly value: string | number }[];
  /** Some members could not be read, so the list is not whole. */
  readonly isOpen: boolean;
  /** The class it stands in, which is part of what it is about: `Order` of `Order.Status`. */
  readonly inside?: string;
  readonly line: number;
};

/** Which database is used, from whatever says so. */
export type DatabaseFact = {
  readonly dialect: 'postgres' | 'mysql' | 'sqlite' | 'mssql' | 'oracle' | 'mongodb';
};

/** What a framework says of something; the rest is as usual. */
type Said<T> = { readonly [K in keyof T]?: T[K] | undefined };

export function entityFact(orm: Orm, name: string, said: Said<EntityFact>): EntityFact {
  return { orm, name, aliases: [], fields: [], extends: [], isAbstract: false, ...defined(said) };
}

export function fieldFact(name: string, line: number, said: Said<FieldFact>): FieldFact {
  const usual = { kind: 'unknown', type: '', isNullable: false, isList: false, isId: false } as const;
  return { name, ...usual, ...defined(said), line };
}

export function enumFact(
  name: string,
  members: EnumFact['members'],
  line: number,
  said: Said<EnumFact> = {},
): EnumFact {
  return { name, kind: 'enum', members, isOpen: false, ...defined(said), line };
}

/** A closed list of plain values: each is its own name. */
export function listFact(
  name: string,
  values: readonly (string | number)[],
  line: number,
  kind: EnumFact['kind'] = 'list',
): EnumFact {
  return enumFact(
    name,
    values.map((value) => ({ name: String(value), value })),
    line,
    { kind },
  );
}
