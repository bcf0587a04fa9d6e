import type { ConvergenceReport } from '../model/convergence.ts';
import { convergenceOf, type State } from '../state/index.ts';
import { quoted } from './say.ts';

const MOST_NAMES = 20;

/** Where the requirements of a run stand: all together, then each of several documents; none without a document. */
export function convergenceLines(state: State): readonly string[] {
  const report = convergenceOf(state);
  const { documents } = report;
  if (documents.length === 0) return [];
  const several = documents.length > 1 ? documents : [];
  return [
    ratioLine('requirements', report),
    ...several.map((each) => ratioLine(`requirements in ${quoted(each.path ?? each.milestone, 100)}`, each)),
    ...namesLine('open', report.openItems),
    ...namesLine('escalated', report.escalatedItems),
    ...namesLine('without a review cycle', report.zeroCycleMilestones),
  ];
}

function ratioLine(what: string, report: ConvergenceReport): string {
  const { checkedRequirements, totalRequirements, convergenceRatio, health, reviewCycles } = report;
  const ratio = convergenceRatio.toFixed(2);
  return `${what}: ${checkedRequirements} of ${totalRequirements} ticked (${ratio}), ${health}, review cycles: ${reviewCycles}`;
}

function namesLine(what: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, MOST_NAMES).map((name) => quoted(name, 100));
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return [`${what}: ${shown.join(', ')}${more}`];
}

/** What a pass has to name: the requirements that nobody ticked. */
export function openRequirementWords(state: State): readonly string[] {
  const { totalRequirements, checkedRequirements } = convergenceOf(state);
  const open = totalRequirements - checkedRequirements;
  return open === 0 ? [] : [`${open} of ${totalRequirements} requirements open`];
}
