/** Which configuration judges: where it was read, and whether the work tree has another one. */
export type ConfigOrigin = {
  readonly file: string;
  /** The commit it was read from; null where it is a file, or where there is none. */
  readonly commit: string | null;
  /** What is at that commit and what is in the work tree are not the same. */
  readonly differs: boolean;
  /** What a person has to know about it, in one line; null where both are the same. */
  readonly note: string | null;
};

export type ConfigSides = {
  readonly file: string;
  /** Where a branch cannot reach it: what is there judges, unless a person says otherwise (P9). */
  readonly base: {
    readonly ref: string;
    /** null where only the name is known. */
    readonly commit: string | null;
    readonly text: string | undefined;
  } | null;
  /** The file of the work tree. */
  readonly here: string | undefined;
  /** Which of them is used; `none`: neither, because the change itself brings the file. */
  readonly used: 'base' | 'here' | 'none';
  /** The change under review has its own: naming that one does not make it count. */
  readonly isBrought?: boolean;
};

/** Says whose configuration is used, for every command that uses one (REAL-06). */
export function configOrigin({ file, base, here, used, isBrought = false }: ConfigSides): ConfigOrigin {
  const about = { file, commit: used === 'base' ? (base?.commit ?? null) : null };
  if (base === null || (base.text === here && used !== 'none') || (here === undefined && used === 'here'))
    return { ...about, differs: false, note: null };
  const ref = base.ref === base.commit ? 'the base' : base.ref;
  const where = base.commit === null ? ref : `${ref} (${base.commit.slice(0, 7)})`;
  const land = `the new version takes effect once it is on ${ref}`;
  const other = here === undefined ? 'your work tree has none' : 'the one in your work tree differs';
  const note = {
    base: isBrought
      ? `using the version at ${where}; this change contains another version: ${land}`
      : `using the version at ${where}; ${other}: commit it there${here === undefined ? '' : `, or add --config ${file}`}`,
    here:
      base.text === undefined
        ? `using the version in your work tree; ${where} has none`
        : `using the version in your work tree; the one at ${where} differs`,
    none: `this change adds the file, and ${where} has none: ${land}`,
  }[used];
  return { ...about, differs: true, note: `${file}: ${note}` };
}

type Begun = {
  readonly file: string;
  readonly base: { readonly ref: string; readonly commit: string };
  readonly differs: boolean;
  readonly epic: string;
};

/** Says that a run keeps the configuration it began with, of which commit, and how to begin with the other (REAL-06). */
export function begunWith({ file, base: { ref, commit }, differs, epic }: Begun): ConfigOrigin {
  const note = `${file}: using the version this run began with, from ${ref} (${commit.slice(0, 7)}); the one in your work tree differs`;
  const other = `to use that one: gauntlet undo ${epic}, then gauntlet run <epic file> --config ${file}`;
  return { file, commit, differs, note: differs ? `${note}; ${other}` : null };
}

/** The note as a list, for those who have others too. */
export function notesOf(origin: ConfigOrigin | null): readonly string[] {
  return origin?.note == null ? [] : [origin.note];
}
