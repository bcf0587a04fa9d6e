/**
 * What an answer says beside its form. A pass counts only where there is nothing of it: prose can refuse the work in more ways
 * than anybody can list. So the judge is asked once for the form alone, and told where everything else belongs.
 */

/** Why a pass with this line is asked for again. */
export function outsideReason(line: string): string {
  return `outside of the form: ${line}`.slice(0, MAX_REASON);
}

const MAX_REASON = 300;

/** As many lines as a question names. */
const MOST_NAMED = 5;

export function outsideReasons(lines: readonly string[]): readonly string[] {
  return lines.slice(0, MOST_NAMED).map(outsideReason);
}
