import type { MatrixRow } from '../formats/index.ts';
import type { Detected } from '../detect/index.ts';
import type { Gate } from './gate.ts';
import { said } from './verification.ts';
import type { Cell } from './verify.ts';

/** The developer's own table, held against ours cell by cell (ENV-03). */
export const claims: Gate = {
  name: 'claims',
  asks: 'Is what the developer says about its checks true?',
  async check(context, work) {
    const claimed = (work.claimed?.matrix ?? []).filter((row) => row.result === 'PASS');
    if (claimed.length === 0) return { detected: [] };
    const { cells } = await work.verified();
    const counted = cells.filter((cell) => context.excused?.has(cell.check) !== true);
    return { detected: claimed.flatMap((row) => compared(row, counted)) };
  },
};

function compared(row: MatrixRow, cells: readonly Cell[]): readonly Detected[] {
  const isMeant = (cell: Cell) =>
    folded(cell.check) === folded(row.check) &&
    (row.environment === '' || folded(cell.environment) === folded(row.environment));
  const lie = cells.find((cell) => isMeant(cell) && cell.status === 'FAIL');
  if (lie === undefined) return [];
  return [
    {
      rule: 'false-claim',
      // It may really have passed for the developer where it passes only sometimes.
      severity: lie.flaky ? 'MEDIUM' : 'HIGH',
      file: '',
      line: 0,
      message: `The developer reported PASS for ${said(lie)}, and it fails here on the delivered commit.`,
      evidence: lie.details,
      fix: 'Run the check on what you commit, and report what it says.',
    },
  ];
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
