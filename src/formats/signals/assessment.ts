import { isMap } from '../../schema/fits.ts';
import { oneLine } from '../text/sections.ts';
import { lineFrom, own, type AnswerPart, listSection } from './parts.ts';

/** The four lines of the quality assessment, as written; empty where a line is missing. */
type Assessment = {
  readonly codeStyle: string;
  readonly errorHandling: string;
  readonly naming: string;
  readonly architecture: string;
};

type Aspect = keyof Assessment;

/** Each aspect with its label and the one word that is good. */
export const aspects: readonly { readonly aspect: Aspect; readonly label: string; readonly good: string }[] =
  [
    { aspect: 'codeStyle', label: 'Code style', good: 'COMPLIANT' },
    { aspect: 'errorHandling', label: 'Error handling', good: 'ADEQUATE' },
    { aspect: 'naming', label: 'Naming', good: 'CONSISTENT' },
    { aspect: 'architecture', label: 'Architecture', good: 'ALIGNED' },
  ];

/** Its section in a text, and its object in JSON. */
export const assessmentPart: AnswerPart<Assessment> = {
  section: { shape: 'list', keeps: 'evidence', labels: ['quality assessment', 'assessment', 'quality'] },
  keys: aspects.map(({ aspect }) => aspect),
  fromText: (sections, name) => readAssessment(sections.items(name)),
  fromJson: (member) => {
    const given = isMap(member) ? member : {};
    return assessmentFrom((aspect) => assessmentWord(aspect, lineFrom(own(given, aspect))));
  },
  write: (assessment) =>
    listSection(
      'Quality Assessment',
      aspects.flatMap(({ aspect, label }) =>
        assessment[aspect] === '' ? [] : [`${label}: ${assessment[aspect]}`],
      ),
    ),
};

/** Reads the lines of an assessment. Two different words on one aspect are both kept, so that neither counts. */
function readAssessment(items: readonly string[]): Assessment {
  const said = new Map<Aspect, string>();
  for (const item of items) {
    const match = LINE.exec(item);
    const aspect = aspectOf(match?.[1] ?? '');
    if (match === null || aspect === undefined) continue;
    const value = assessmentWord(aspect, item.slice(match[0].length));
    const before = said.get(aspect);
    said.set(aspect, before === undefined || before === value ? value : oneLine(`${before} / ${value}`));
  }
  return assessmentFrom((aspect) => said.get(aspect) ?? '');
}

/** All four aspects, each from the same source. */
export function assessmentFrom(value: (aspect: Aspect) => string): Assessment {
  return {
    codeStyle: value('codeStyle'),
    errorHandling: value('errorHandling'),
    naming: value('naming'),
    architecture: value('architecture'),
  };
}

const LINE = /^[*_`]{0,3}([A-Za-z][A-Za-z ]{0,40})[*_`]{0,3} ?(?::|[-–—](?= ))[*_`]{0,3}/;

function aspectOf(label: string): Aspect | undefined {
  const folded = label.trim().toLowerCase();
  return aspects.find(({ label: known }) => folded.startsWith(known.toLowerCase()))?.aspect;
}

/** The good word where the line says exactly that, else the words as they stand: an explanation is a note. */
function assessmentWord(aspect: Aspect, text: string): string {
  const said = oneLine(text);
  const good = aspects.find((known) => known.aspect === aspect)?.good ?? '';
  return WORD.exec(said)?.[1]?.toUpperCase() === good ? good : said;
}

const WORD = /^[*_`✅✓✔ ]{0,6}([A-Za-z]{1,20})[*_`.✅✓✔ ]{0,6}$/u;

/** Whether an entry of the section is one of its four lines. */
export function isAssessment(item: string): boolean {
  return aspectOf(LINE.exec(item)?.[1] ?? '') !== undefined;
}
