import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { allRules, earnedSeverity, measuredText, tierOf } from '../../../packages/scan/index.ts';
import { isMustFix } from '../../model/severity.ts';
import type { Catalogue, Effect } from './catalogue-entry.ts';

/**
 * Every rule with an example of what it finds and of what it does not, from the examples it is tested with. The build
 * puts the plain data in the place of this file.
 */
export function readCatalogue(): Catalogue {
  return allRules.map((rule) => ({
    id: rule.id,
    family: rule.family,
    severity: earnedSeverity(rule),
    harm: rule.severity,
    confidence: rule.confidence,
    tier: tierOf(rule),
    effect: effectOf(rule),
    proves: rule.proves ?? null,
    measured: measuredText(rule),
    title: rule.title,
    why: rule.why,
    fix: rule.fix,
    bad: shortest(rule.id, 'bad'),
    good: shortest(rule.id, 'good'),
  }));
}

/** Reviews and tickets fail from HIGH on. */
function effectOf(rule: (typeof allRules)[number]): Effect {
  if (isMustFix(earnedSeverity(rule))) return 'blocks';
  return tierOf(rule) === 'hint' ? 'hint' : 'reports';
}

/** The one that is read most quickly; by name where several are as short. */
function shortest(id: string, kind: 'bad' | 'good'): string {
  const folder = fileURLToPath(new URL(`../../../packages/scan/rules/${id}/${kind}/`, import.meta.url));
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  const texts = names.sort().map((name) => readFileSync(`${folder}/${name}`, 'utf8').trimEnd());
  return texts.reduce((best, text) => (text.length < best.length ? text : best), texts[0] ?? '');
}
