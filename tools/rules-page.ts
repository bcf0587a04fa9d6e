// What docs/rules.md says: every rule of the scans, from the rules themselves.
import type { Catalogue, CatalogueEntry } from '../src/cli/explain/catalogue-entry.ts';
import { readCatalogue } from '../src/cli/explain/catalogue.ts';

export const rulesFile = new URL('../docs/rules.md', import.meta.url);

export function rulesPage(catalogue: Catalogue = readCatalogue()): string {
  const families = [...new Set(catalogue.map(({ family }) => family))];
  return [
    '# Rules',
    '',
    '<!-- Written by `npm run rules:docs` from src/scan/rules; edit the rules, not this page. -->',
    '',
    '`gauntlet audit` asks these. How to switch them, and how to leave findings alone: [audit.md](audit.md).',
    'The examples are those the rules are tested with: `=== path` begins a file, `<- RULE` marks a line that is found.',
    '',
    '| rule | severity | confidence | finds |',
    '| --- | --- | --- | --- |',
    ...catalogue.map(
      ({ id, severity, confidence, title, optional }) =>
        `| [${id}](#${id.toLowerCase()}) | ${severity}${optional ? ', off unless asked for' : ''} | ${confidence} | ${cell(title)} |`,
    ),
    '',
    ...families.flatMap((family) => [
      `## ${family}`,
      '',
      ...catalogue.filter((entry) => entry.family === family).flatMap(section),
    ]),
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

function section({ id, title, why, fix, bad, good }: CatalogueEntry): readonly string[] {
  return [
    `### ${id}`,
    '',
    cell(title),
    '',
    `Why: ${cell(why)}`,
    '',
    `Fix: ${cell(fix)}`,
    '',
    'Found:',
    '',
    ...fenced(bad),
    '',
    'Not found:',
    '',
    ...fenced(good),
    '',
  ];
}

/** A fence that nothing in the text can close. */
function fenced(text: string): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, text, fence];
}
