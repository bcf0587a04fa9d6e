import { inEnvironment } from '../../model/checks.ts';
import type { Check } from '../../model/config.ts';
import type { Ticket } from '../../model/epic.ts';
import type { Gate } from '../gate.ts';
import { resultEvidence } from '../base-tests/shortfall.ts';
import { brokenIn } from '../verification.ts';

/** The commands that prove acceptance criteria; criteria without one are the auditor's. */
export function criteriaChecks(ticket: Ticket): readonly Check[] {
  return ticket.acceptance.flatMap(({ id, verify }) =>
    verify === null
      ? []
      : [{ id: `criterion ${id}`, run: verify, timeout: null, environments: [], expect: 0 }],
  );
}

/** Every acceptance criterion that can be proved by a command is (EPIC-02). */
export const criteria: Gate = {
  name: 'criteria',
  asks: 'Do the commands that prove acceptance criteria pass?',
  async check(_, { ticket, proved }) {
    if (ticket === null) return { detected: [] };
    const { cells } = await proved();
    const failed = cells.filter((cell) => cell.status === 'FAIL');
    return {
      cells,
      evidence: cells.map((cell) => resultEvidence(cell)),
      broken: brokenIn(cells),
      detected: failed.map((cell) => ({
        rule: 'criterion-not-met',
        severity: 'HIGH',
        message: `The command that proves ${cell.check} fails${inEnvironment(cell.environment)}: ${textOf(ticket, cell.check)}`,
        evidence: cell.details,
        fix: 'Do what the criterion asks, so that its command passes.',
      })),
    };
  },
};

function textOf(ticket: Ticket, check: string): string {
  return ticket.acceptance.find(({ id }) => `criterion ${id}` === check)?.text ?? '';
}
