/**
 * How useful each rule is to strangers: readers' labels of findings in repositories that no rule was written for.
 *
 *   npm run scan:measure [-- --write]
 *
 * Every label counts, also of a finding that a later change of the rule took away: what was fixed on the repositories that
 * were read says little about others. `--write` puts the figures into the `rule.json` of each rule, from which its tier
 * follows.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { tierOf } from '../packages/scan/engine/findings/tier.ts';
import { measuredOf, type Labels } from './ecosystem.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const labelsFile = new URL('../test/ecosystem/labels.json', import.meta.url);
const measured = measuredOf(JSON.parse(readFileSync(labelsFile, 'utf8')) as Labels);
const rules = fileURLToPath(new URL('../packages/scan/rules/', import.meta.url));
for (const id of readdirSync(rules).toSorted()) {
  const file = join(rules, id, 'rule.json');
  if (!existsSync(file)) continue;
  const of = measured.get(id);
  const { read, useful, false: wrong } = of ?? { read: 0, useful: 0, false: 0 };
  const tier = tierOf(of === undefined ? {} : { measured: of });
  console.log(`${id}: ${useful} of ${read} useful, ${wrong} false; ${tier}`);
  if (!values.write) continue;
  const { measured: _, ...head } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const now = of === undefined ? head : { ...head, measured: of };
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
}
