import type { Paint } from '../terminal/colour.ts';
import type { Catalogue, CatalogueEntry, Effect } from './catalogue-entry.ts';
import type { GateEntry } from './gate-entries.ts';

/** One rule, as a person wants to know it who has just met a finding of it. */
export function explainText(entry: CatalogueEntry, paint: Paint): string {
  const { id, severity, confidence, family, title, why, fix } = entry;
  return [
    `${paint('loud', id)}  ${severity}, confidence ${confidence}, family ${family}`,
    `by default: ${effectWords(entry)}`,
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

const EFFECTS: Readonly<Record<Effect, string>> = {
  blocks: 'blocks: a finding fails a review and sends a ticket back',
  reports: 'reports: a finding is shown and blocks nothing',
  hint: 'hint: a finding blocks nothing; reviews show it with --all, audits list it with --profile all',
};

function effectWords({ effect, proves }: CatalogueEntry): string {
  return proves === null
    ? EFFECTS[effect]
    : `${EFFECTS.blocks} if ${proves} proves it. Else ${EFFECTS[effect]}`;
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

/** One line for each rule and each gate finding. */
export function rulesText(catalogue: Catalogue, gates: readonly GateEntry[]): string {
  const width = Math.max(...catalogue.map(({ id }) => id.length));
  const gateWidth = Math.max(...gates.map(({ id }) => id.length));
  const lines = catalogue.map(({ id, severity, title, effect, proves }) => {
    const does = proves === null ? effect : 'blocks if proven';
    return `${id.padEnd(width)}  ${severity.padEnd(8)}  ${does.padEnd(16)}  ${title}`;
  });
  const legend = Object.values(EFFECTS).map((words) => `  ${words}`);
  return [
    ...lines,
    '',
    'By default:',
    ...legend,
    '',
    'Findings of gates:',
    ...gates.map(({ id, title }) => `${id.padEnd(gateWidth)}  ${title}`),
    '',
    'gauntlet explain ID explains one of them.',
    '',
  ].join('\n');
}

/** The text for a gate finding. Its fix depends on the change, so it is part of the finding only. */
export function gateText({ id, title, detail }: GateEntry, paint: Paint): string {
  return [
    `${paint('loud', id)}  finding of a gate`,
    title,
    detail,
    '',
    'CRITICAL and HIGH findings block. Each finding names its own fix.',
    'To dismiss one that a review shows:',
    '  gauntlet dismiss FINGERPRINT --reason "why it is not a problem"',
    '',
  ].join('\n');
}
