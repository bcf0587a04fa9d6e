import { type DeveloperAnswer, type MatrixRow, sanitize } from '../formats/index.ts';
import type { Detected } from '../detect/index.ts';
import { checkName, inEnvironment } from '../model/checks.ts';
import type { Command } from '../model/config.ts';
import type { GateContext } from './context.ts';
import type { Gate, Work } from './gate.ts';
import type { CheckResult } from './checks/check-result.ts';

/** What the developer says of its checks and files, held against ours (ENV-03). */
export const claims: Gate = {
  name: 'claims',
  asks: 'Are the statements of the developer about checks and files true?',
  async check(context, work) {
    const { claimed } = work;
    if (claimed === null) return { detected: [] };
    const files = await absentFiles(context, work, claimed);
    const rows = claimed.matrix.filter((row) => row.result === 'PASS');
    if (rows.length === 0) return { detected: files };
    const { cells } = await work.verified();
    const counted = cells.filter((cell) => context.excused?.has(cell.check) !== true);
    const known = namesOf(context, work);
    return { detected: [...rows.flatMap((row) => compared(row, counted, known)), ...files] };
  },
};

/** What each check and criterion may be called in a table, by its id. */
type Names = ReadonlyMap<string, readonly string[]>;

function namesOf({ plan }: GateContext, { ticket }: Work): Names {
  const checks = plan.verify.map(({ id, run }) => [id, [id, commandText(run)]] as const);
  const criteria = (ticket?.acceptance ?? []).map(
    ({ id, text, verify }) => [id, [id, text, ...(verify === null ? [] : [commandText(verify)])]] as const,
  );
  return new Map([...criteria, ...checks].map(([id, names]) => [id, names.map(folded)]));
}

function commandText(command: Command): string {
  return typeof command === 'string' ? command : command.join(' ');
}

function compared(row: MatrixRow, cells: readonly CheckResult[], known: Names): readonly Detected[] {
  const isMeant = (cell: CheckResult) =>
    (folded(cell.check) === folded(row.check) || known.get(cell.check)?.includes(folded(row.check))) &&
    (row.environment === '' || folded(cell.environment) === folded(row.environment));
  const lie = cells.find((cell) => isMeant(cell) && cell.status === 'FAIL');
  if (lie === undefined) return [...known.values()].flat().includes(folded(row.check)) ? [] : [unknown(row)];
  return [
    {
      rule: 'false-claim',
      // It may really have passed for the developer where it passes only sometimes.
      severity: lie.flaky ? 'MEDIUM' : 'HIGH',
      message: `The developer reported PASS for ${checkName(lie)}, and it fails here on the delivered commit.`,
      evidence: lie.details,
      fix: 'Run the check on your final commit, and report its real result.',
    },
  ];
}

/** It may have been run all the same, so it is told to the critic and refuses nothing. */
function unknown({ check, environment }: MatrixRow): Detected {
  const where = inEnvironment(quoted(environment));
  return {
    rule: 'unproved-claim',
    severity: 'LOW',
    message: `The developer reported PASS for ${quoted(check)}${where}, which is not a check of this plan: nothing proves it.`,
    fix: 'Report the checks of the assignment by their names.',
  };
}

/** Files that the delivery is said to change or to test with, and that are nowhere in it. */
async function absentFiles(
  { hub }: GateContext,
  { changes, delivery, head }: Work,
  { filesModified, tests }: DeveloperAnswer,
): Promise<readonly Detected[]> {
  const named = [
    ...filesModified.map(({ file }) => file),
    ...tests.map((item) => TEST_FILE.exec(item)?.[1] ?? ''),
  ];
  const seen = new Set(
    [...changes, ...(delivery?.putBack ?? []), ...(delivery?.leftOut ?? [])].map(({ path }) => path),
  );
  const open = [...new Set(named)].filter((file) => file !== '' && !seen.has(file));
  if (open.length === 0) return [];
  const there = new Set(await hub.paths(head));
  return open.filter((file) => !there.has(file)).map(absent);
}

/** `test/a.test.ts: what it proves`; prose names no file. */
const TEST_FILE = /^[`*]{0,3}((?:[\w@.+-]+\/)+[\w@.+-]*\.\w{1,8})[`*]{0,3}(?=:|\s|$)/;

function absent(file: string): Detected {
  return {
    rule: 'absent-file',
    severity: 'MEDIUM',
    message: `The developer names ${quoted(file)} as its work; the delivered commit does not have it.`,
    fix: 'Commit the file, or do not name it.',
  };
}

function quoted(text: string): string {
  return sanitize(text, { singleLine: true, maxLength: 200 });
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
