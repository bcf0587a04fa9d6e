import type { Paint } from '../colour.ts';
import type { Catalogue, CatalogueEntry } from './catalogue-entry.ts';

/** One rule, as a person wants to know it who has just met a finding of it. */
export function explainText(entry: CatalogueEntry, paint: Paint): string {
  const { id, severity, confidence, family, title, why, fix } = entry;
  const off = entry.tier === 'hint' ? ', hint only (listed with --profile all)' : '';
  return [
    `${paint('loud', id)}  ${severity}, confidence ${confidence}, family ${family}${off}`,
    `measured on unseen repositories: ${entry.measured}`,
    ...(severity === entry.harm ? [] : [`becomes ${entry.harm} once enough findings were rated useful`]),
    title,
    '',
    `why: ${why}`,
    `fix: ${fix}`,
    '',
    'The rule reports the marked lines:',
    ...shown(entry.bad),
    '',
    'The rule reports nothing here:',
    ...shown(entry.good),
    '',
    ...suppressing(entry),
    '',
  ].join('\n');
}

/** A broken bar keeps made-up keys from looking like keys; nobody needs to see it. */
function shown(example: string): readonly string[] {
  return example
    .replaceAll('¦', '')
    .split('\n')
    .map((line) => (line === '' ? '  |' : `  | ${line}`));
}

/** By itself here, so that an audit of this file sees no such comment. */
const MARK = 'gauntlet-disable-next-line';

/** The ways to leave findings of a rule alone, from the narrowest to the widest. */
export function suppressing({ id, tier }: CatalogueEntry): readonly string[] {
  return [
    'To suppress one finding, add a comment with a reason on the line before it:',
    `  // ${MARK} ${id} -- reason`,
    'To suppress it for a time, add to the file that "waivers" in gauntlet.yaml names:',
    `  - { rule: ${id}, path: "legacy/**", reason: replaced in spring, until: 2027-03-31 }`,
    tier === 'hint'
      ? 'To switch it on, in gauntlet.yaml:'
      : 'To change the severity, or switch the rule off, in gauntlet.yaml:',
    tier === 'hint'
      ? `  scans: { severity: { ${id}: MEDIUM } }`
      : `  scans: { severity: { ${id}: LOW } }      # or "off"`,
  ];
}

/** Every rule in a line. */
export function rulesText(catalogue: Catalogue): string {
  const width = Math.max(...catalogue.map(({ id }) => id.length));
  const lines = catalogue.map(
    ({ id, severity, title, tier }) =>
      `${id.padEnd(width)}  ${severity.padEnd(8)}  ${title}${tier === 'hint' ? ' (hint only: listed with --profile all)' : ''}`,
  );
  return [...lines, '', 'gauntlet explain RULE explains one rule.', ''].join('\n');
}
