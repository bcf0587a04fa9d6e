declare module '../../engine/facts.ts' {
  interface Facts {
    readonly rows: RowFact[];
    readonly lists: ListFact[];
  }
}

/**
 * Values by field, as far as they are written: a text, `true`, the name of a member; `?` for anything else. `!closed` is
 * what a list asks a field not to be.
 */
export type RowFields = Readonly<Record<string, string>>;

/** A row that code makes, with the fields it is given. */
export type RowFact = {
  /** As it is named there: `User`, `users`, `user`. */
  readonly entity: string;
  readonly values: RowFields;
  /** More may be given than is written. */
  readonly isOpen: boolean;
  readonly line: number;
};

/** A list that code asks for, with what it asks the fields to be. */
export type ListFact = RowFact;
