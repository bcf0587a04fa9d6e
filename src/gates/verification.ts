import type { Detected } from '../detect/index.ts';
import type { Check } from '../model/config.ts';
import type { Gate } from './gate.ts';
import type { Cell } from './verify.ts';

/** The matrix: every check in every environment, run by us (ENV-01). */
export const verification: Gate = {
  name: 'verification',
  asks: 'Does every check pass in every environment?',
  async check(context, work) {
    const { cells } = await work.verified();
    if (cells.length === 0) return { detected: [nothingRan] };
    const spared = context.plan.verify.filter(({ id }) => !cells.some(({ check }) => check === id));
    const isExcused = (cell: Cell) => context.excused?.has(cell.check) === true;
    return {
      cells,
      detected: [
        ...cells.flatMap((cell) => (isExcused(cell) ? excused(cell) : charged(cell))),
        ...spared.map(notRun),
      ],
      broken: brokenIn(cells.filter((cell) => !isExcused(cell))),
    };
  },
};

/** Why the cells that could not be computed could not, or undefined if there are none. */
export function brokenIn(cells: readonly Cell[]): string | undefined {
  const broken = cells.filter((cell) => cell.status === 'BROKEN');
  if (broken.length === 0) return undefined;
  return broken
    .map((cell) => `${said(cell)}: ${cell.details}`)
    .join('; ')
    .slice(0, 2000);
}

export function said(cell: Cell): string {
  return cell.environment === '' ? cell.check : `${cell.check} in ${cell.environment}`;
}

const nothingRan: Detected = {
  rule: 'nothing-verified',
  severity: 'MEDIUM',
  file: '',
  line: 0,
  message: 'No verification command is configured, so nothing was proved by running it.',
  evidence: '',
  fix: 'Name the commands that prove the work under `verify` in the epic or in gauntlet.yaml.',
};

function notRun({ id, dir, paths = [] }: Check): Detected {
  return {
    rule: 'check-not-needed',
    severity: 'INFO',
    file: '',
    line: 0,
    message: `The check ${id} was not run: the change touches nothing that it is about.`,
    evidence: [dir === undefined ? '' : `in ${dir}`, paths.length === 0 ? '' : `paths: ${paths.join(', ')}`]
      .filter(Boolean)
      .join(', '),
    fix: '',
  };
}

function charged(cell: Cell): readonly Detected[] {
  if (cell.flaky) return [flaky(cell)];
  if (cell.status !== 'FAIL') return [];
  return [
    {
      rule: 'check-failed',
      severity: 'HIGH',
      file: '',
      line: 0,
      message: `The check ${said(cell)} fails on this commit.`,
      evidence: cell.details,
      fix: 'Make it pass by repairing the work, not by changing what the check looks at.',
    },
  ];
}

function flaky(cell: Cell): Detected {
  const isKnown = cell.status === 'PASS';
  return {
    rule: 'flaky-check',
    severity: isKnown ? 'MEDIUM' : 'HIGH',
    file: '',
    line: 0,
    message: `The check ${said(cell)} failed once and passed once on the same tree${isKnown ? ', as it does at base' : ''}: its result proves nothing.`,
    evidence: cell.details,
    fix: 'Find what it depends on beside the code (time, order, ports, shared state) and take that out.',
  };
}

function excused(cell: Cell): readonly Detected[] {
  if (cell.status === 'PASS' && !cell.flaky) return [];
  return [
    {
      rule: 'excused-check',
      severity: 'INFO',
      file: '',
      line: 0,
      message: `The check ${said(cell)} does not pass; it was red before this work began and a person accepted that.`,
      evidence: cell.details,
      fix: '',
    },
  ];
}
