/**
 * One mistake, planted in a clean project, and what must be found then. Read by eye, not by the rules: the natural
 * ways in which somebody in a hurry gets it wrong.
 */
export type Mutation = {
  /** The rule that must find it. */
  readonly rule: string;
  /** What was done, in few words; with the project it names the mutation. */
  readonly what: string;
  readonly file: string;
  /** Stands exactly once in `file` and is replaced; null: the whole file is added, or removed. */
  readonly find: string | null;
  /** What takes its place; null: the file is removed. */
  readonly put: string | null;
  /** Where the finding must be, if not in `file`; `*`: anywhere, for what is about the whole project. */
  readonly at?: string;
  /** Other rules that are right about the same mistake. */
  readonly also?: readonly string[];
};

/** Plain text of a mutation: a broken bar keeps a made-up key from being taken for one, as in the examples of rules. */
const plain = (text: string): string => text.replaceAll('¦', '');

/** The files with the mistake in them; throws where the mutation does not fit the project. */
export function mutated(
  files: ReadonlyMap<string, string>,
  { file, find, put }: Mutation,
): ReadonlyMap<string, string> {
  const text = files.get(file);
  const changed = new Map(files);
  if (put === null) {
    if (text === undefined) throw new Error(`${file} is to be removed and is not there`);
    changed.delete(file);
  } else if (find === null) {
    if (text !== undefined) throw new Error(`${file} is to be added and is there`);
    changed.set(file, plain(put));
  } else {
    const parts = (text ?? '').split(plain(find));
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${find}`);
    changed.set(file, parts.join(plain(put)));
  }
  return changed;
}
