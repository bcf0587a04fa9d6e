/** A person's word that findings are to be left alone for a while: with a reason and an end. */
export type Waiver = {
  /** One finding; null: all that rule and path name. */
  readonly fingerprint: string | null;
  readonly rule: string | null;
  /** A glob; null: everywhere. */
  readonly path: string | null;
  readonly reason: string;
  /** The last day on which it counts, `2027-01-31`. */
  readonly until: string;
  readonly by: string | null;
};

type Excused = { readonly fingerprint: string; readonly rule: string; readonly file: string };

/** Whether a waiver is about this finding, by fingerprint, rule and path, as far as it names them. */
export function isAbout(
  { fingerprint, rule, path }: Waiver,
  finding: Excused,
  matches: (glob: string, path: string) => boolean,
): boolean {
  if (fingerprint !== null && fingerprint !== finding.fingerprint) return false;
  if (rule !== null && rule !== finding.rule.toUpperCase()) return false;
  return path === null || matches(path, finding.file);
}
