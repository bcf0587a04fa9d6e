import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { allRules } from '../../scan/index.ts';
import type { Catalogue } from './catalogue-entry.ts';

/**
 * Every rule with an example of what it finds and of what it does not, from the examples it is tested with. The build
 * puts the plain data in the place of this file.
 */
export function readCatalogue(): Catalogue {
  return allRules.map(({ id, family, severity, confidence, title, why, fix, optional }) => ({
    id,
    family,
    severity,
    confidence,
    optional: optional === true,
    title,
    why,
    fix,
    bad: shortest(id, 'bad'),
    good: shortest(id, 'good'),
  }));
}

/** The one that is read most quickly; by name where several are as short. */
function shortest(id: string, kind: 'bad' | 'good'): string {
  const folder = fileURLToPath(new URL(`../../scan/rules/${id}/${kind}/`, import.meta.url));
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  const texts = names.sort().map((name) => readFileSync(`${folder}/${name}`, 'utf8').trimEnd());
  return texts.reduce((best, text) => (text.length < best.length ? text : best), texts[0] ?? '');
}
