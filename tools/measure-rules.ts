/**
 * How useful each rule is to strangers: readers' labels of findings in repositories that no rule was written for.
 *
 *   npm run scan:measure -- --found DIR [--write]
 *
 * DIR has the report of `gauntlet audit --profile all --json` of each labelled repository, as NAME.json. Labels of findings
 * that are gone do not count. `--write` puts the figures into the `rule.json` of each rule, from which its tier follows.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { measuredOf, seenIn, stillOccurring, type Labels } from './ecosystem.ts';

const { values } = parseArgs({
  options: { found: { type: 'string' }, write: { type: 'boolean', default: false } },
});
if (values.found === undefined) throw new Error('name the folder with the reports: --found DIR');
const found = values.found;
const labelsFile = new URL('../test/ecosystem/labels.json', import.meta.url);
const { date, labels } = JSON.parse(readFileSync(labelsFile, 'utf8')) as Labels;
const findings = readdirSync(found)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => seenIn(readFileSync(join(found, name), 'utf8'), name.slice(0, -'.json'.length)));
const standing = stillOccurring(labels, findings);
const measured = measuredOf(standing, date);
console.log(`${standing.length} labelled findings still occur, ${labels.length - standing.length} are gone`);
const rules = fileURLToPath(new URL('../src/scan/rules/', import.meta.url));
for (const id of readdirSync(rules).toSorted()) {
  const file = join(rules, id, 'rule.json');
  if (!existsSync(file)) continue;
  const of = measured.get(id);
  const count = findings.filter(({ rule }) => rule === id).length;
  if (of !== undefined || count > 0)
    console.log(
      `${id}: ${of?.useful ?? 0} of ${of?.read ?? 0} useful, ${of?.false ?? 0} false; finds ${count}`,
    );
  if (!values.write) continue;
  const { measured: _, ...head } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const now = of === undefined ? head : { ...head, measured: of };
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
}
