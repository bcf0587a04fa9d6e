// What docs/rules.md says: every rule of the scans, from the rules themselves.
import type { Catalogue, CatalogueEntry } from '../src/cli/explain/catalogue-entry.ts';
import { readCatalogue } from '../src/cli/explain/catalogue.ts';

export const rulesFile = new URL('../docs/rules.md', import.meta.url);

export function rulesPage(catalogue: Catalogue = readCatalogue()): string {
  const families = [...new Set(catalogue.map(({ family }) => family))];
  return [
    '# Rules',
    '',
    '<!-- Written by `npm run rules:docs` from packages/scan/rules; edit the rules, not this page. -->',
    '',
    '`gauntlet audit` asks these. How to switch them, and how to leave findings alone: [audit.md](audit.md).',
    'The examples are those the rules are tested with: `=== path` begins a file, `<- RULE` marks a line that is found.',
    '',
    'Severity is earned: a rule gives HIGH or CRITICAL, and fails a gate alone, once readers found its findings useful in',
    'repositories it was not written for (at least 15 read, lower end of the 90 % interval at least 0.75). Others are at most',
    'MEDIUM, with the severity of their harm in brackets. A *hint* was useful in fewer than seven of ten findings read: it is',
    'at most LOW, and runs with `--profile all`, with a severity in `scans.severity`, with its family set to `true`, and for',
    'the agent auditors. Reviews and runs use the same tiers; a project that trusts a rule more says so in `scans.severity`.',
    'A secret that its checksum or the form of its provider proves is CRITICAL always. How it is measured: [measurements.md](measurements.md).',
    '',
    '| rule | severity | tier | measured | finds |',
    '| --- | --- | --- | --- | --- |',
    ...catalogue.map(
      ({ id, severity, harm, tier, measured, title }) =>
        `| [${id}](#${id.toLowerCase()}) | ${severity}${harm === severity ? '' : ` (${harm})`} | ${tier} | ${measured} | ${cell(title)} |`,
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
