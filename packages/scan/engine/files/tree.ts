/** One file of a project. */
export type TreeEntry = {
  /** Relative, POSIX. */
  readonly path: string;
  readonly bytes: number;
  /** Changes whenever the file does; none where that cannot be told without reading it. */
  readonly mark?: string;
  /** Why settings say that nobody is to look at it; it is there all the same. */
  readonly leave?: string;
};

/** Files that are not looked at, and why; said, never silent. */
export type LeftOut = {
  readonly reason: string;
  readonly count: number;
  /** A few of them. */
  readonly examples: readonly string[];
};

export type Listing = { readonly entries: readonly TreeEntry[]; readonly left: readonly LeftOut[] };

/** The files of a project as a scan reads them: those people wrote, without what tools made, fetched or ignore. */
export type Tree = {
  list(): Listing;
  /** The bytes of a listed file; a text says why it cannot be read. */
  read(path: string): Uint8Array | string;
};
