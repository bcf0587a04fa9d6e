import { isTestFile } from '../detect/index.ts';
import { languageOf, machineMade } from '../../packages/scan/index.ts';
import { callSites } from './call-sites.ts';
import { isParsed, nodesIn, parsed } from './code.ts';
import { conditionSites } from './condition-sites.ts';
import type { ChangedText, PlantingPlace } from './kinds.ts';
import { secretSites } from './secret-sites.ts';
import { statementSites } from './statement-sites.ts';
import { testSites } from './test-sites.ts';
import { textLanguage, textSites } from './text-sites.ts';

/** Larger texts are somebody's data, or take too long for what they give. */
const LARGEST = 200_000;

/** Whether defects could be put into a file of that name at all. */
export function canBear(path: string): boolean {
  const language = languageOf(path);
  return isParsed(language) || textLanguage(language) !== undefined;
}

/** Every place of a text where a defect can be put, in the order of the text. */
export function sitesIn({ path, after }: Pick<ChangedText, 'path' | 'after'>): readonly PlantingPlace[] {
  if (after.length > LARGEST || machineMade(path, after) !== undefined) return [];
  const language = languageOf(path);
  const isTest = isTestFile(path);
  const other = textLanguage(language);
  if (other !== undefined) return textSites(after, other, isTest);
  if (!isParsed(language)) return [];
  const source = parsed(path, after, language);
  if (source === undefined) return [];
  const sites = nodesIn(source).flatMap((node) => [
    ...callSites(node, isTest),
    ...(isTest ? testSites(node) : [...conditionSites(node), ...statementSites(node)]),
  ]);
  const all = isTest ? sites : [...sites, ...secretSites(source)];
  return all.toSorted((a, b) => a.start - b.start || a.end - b.end);
}
