import { type Finding, fromScan, type ScanPart } from '../../model/finding.ts';
import { allRules } from '../../../packages/scan/index.ts';

/** Why a finding of each rule matters. */
const impacts: ReadonlyMap<string, string> = new Map(allRules.map(({ id, why }) => [id, why]));

export function scanFindingOf(found: ScanPart): Finding {
  return { ...fromScan(found), impact: impacts.get(found.rule) ?? '' };
}
