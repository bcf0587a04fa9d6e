import { type Detected, identityIn } from '../../detect/index.ts';
import { checkName } from '../../model/checks.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { GateContext } from '../context.ts';
import type { Work } from '../gate.ts';
import { indexInputs, isTestSide } from './input-side.ts';
import { inputsAt } from './inputs-at.ts';
import { knownInputs } from '../checks/reports-at.ts';

/**
 * Files that a green check read otherwise than the commit has them (EVID-04): setup or the run itself wrote, moved or planted
 * them where base's checks read the commit's own, or looked in vain. Whatever base's checks make for themselves is not meant.
 */
export async function uncommittedInputs(
  context: GateContext,
  work: Work,
  cells: readonly CheckResult[],
): Promise<readonly Detected[]> {
  const detected: Detected[] = [];
  let tracked: ReadonlySet<string> | undefined;
  for (const cell of cells) {
    const inputs = (await knownInputs(context, work.head, cell))?.inputs;
    if (cell.status !== 'PASS' || inputs == null) continue;
    tracked ??= new Set(await context.hub.paths(work.head));
    const isPlace = (path: string): boolean => isTestSide(path) && !path.includes('node_modules/');
    const remade = (inputs.remade ?? []).filter((path) => tracked?.has(path) === true || isPlace(path));
    const planted = inputs.read.filter((path) => tracked?.has(path) === false && isPlace(path));
    if (remade.length + planted.length === 0) continue;
    const known = await inputsAt(context, work.base, [cell.check]);
    const base = indexInputs(known.flatMap((each) => each.inputs ?? []));
    const bent = [
      ...remade.filter((path) => !base.remade.has(path) && (base.read.has(path) || base.missing.has(path))),
      ...planted.filter((path) => base.missing.has(path) && !base.read.has(path) && !base.remade.has(path)),
    ];
    if (bent.length > 0) detected.push(notCommitted(work, cell, bent));
  }
  return detected;
}

const SHOWN = 20;

function notCommitted(work: Work, cell: CheckResult, paths: readonly string[]): Detected {
  const message = `${checkName(cell)} read check files that differ from the commit: the run or its setup wrote them first.`;
  return {
    rule: 'uncommitted-input',
    severity: 'HIGH',
    file: paths[0] ?? '',
    message,
    identity: identityIn(work, message),
    evidence: `written before they were read: ${paths.slice(0, SHOWN).join(', ')}`,
    fix: 'Do not modify committed files that tests and their runner read. Write to a temporary folder, or commit the file.',
  };
}
