export type Label = {
  readonly indent: number;
  /** In our own word, or empty for a bold label we do not know: that one ends a field and begins none. */
  readonly name: string;
  readonly value: string;
};

export type LabelContext = {
  /** Labels farther right than this belong to the text they stand in. */
  readonly indent: number;
  /** In a SUMMARY even `Checked: 15` without bullet or bold is a label. */
  readonly bare: boolean;
};

/** A label stands at the start of a line; what follows can be long and is not looked at. */
const LONGEST_LABEL = 80;

const LABEL =
  /^( *)([-*+•]\s+|\d{1,3}[.)]\s+)?(?:(\*\*|__)([A-Za-z][A-Za-z _/-]{0,29})(?:\3\s?:|:\3)|([A-Za-z][A-Za-z _]{0,29}):)/;

const aliases: ReadonlyMap<string, string> = new Map([
  ...same('file', 'evidence', 'fix hint', 'requirement', 'verdict', 'severity', 'description'),
  ...same(
    'auditor',
    'source',
    'number',
    'findings',
    'health',
    'overall score',
    'fix rounds used',
    'duration',
    'sent in round',
    'finding ids',
    'fail on',
  ),
  ...same('checked', 'pass', 'fail', 'partial', 'score', 'complete', 'inconsistent', 'left out'),
  ['files', 'file'],
  ['location', 'file'],
  ['path', 'file'],
  ['fix', 'fix hint'],
  ['hint', 'fix hint'],
  ['suggested fix', 'fix hint'],
  ['recommendation', 'fix hint'],
  ['requirement id', 'requirement'],
  ['title', 'description'],
  ['total', 'checked'],
  ['total checked', 'checked'],
  ['passed', 'pass'],
  ['failed', 'fail'],
]);

/** Whether a heading opens the section in which the report sums itself up. */
export function isSummaryHeading(heading: string): boolean {
  return SUMMARY.test(heading);
}

const SUMMARY = /^\W{0,9}(?:\w{1,20} )?summary\b[^|]*$/i;

/** The label a line begins with, if it does. */
export function readLabel(line: string, context: LabelContext): Label | undefined {
  const match = LABEL.exec(line.slice(0, LONGEST_LABEL));
  if (match === null) return undefined;
  const [whole, spaces = '', bullet, , bold, plain = ''] = match;
  if (spaces.length > context.indent) return undefined;
  const name = aliases.get((bold ?? plain).trim().toLowerCase().replaceAll('_', ' '));
  const label = { indent: spaces.length, name: name ?? '', value: line.slice(whole.length).trim() };
  if (bold !== undefined) return name === undefined && bullet === undefined ? undefined : label;
  if (name === undefined) return undefined;
  return bullet !== undefined || context.bare ? label : undefined;
}

function same(...names: readonly string[]): (readonly [string, string])[] {
  return names.map((name) => [name, name]);
}
