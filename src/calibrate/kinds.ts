import type { Severity } from '../model/severity.ts';

/** What can be wrong with a change on purpose. */
export const defectKinds = [
  'flipped-condition',
  'off-by-one',
  'wrong-operator',
  'missing-await',
  'removed-check',
  'removed-authorization',
  'swapped-arguments',
  'wrong-arity',
  'swallowed-error',
  'weakened-test',
  'skipped-test',
  'secret',
  'changed-constant',
  'removed-behaviour',
  'reverted-fix',
] as const;

export type DefectKind = (typeof defectKinds)[number];

/** How bad each is, as a label says it. */
export const severityOf: Readonly<Record<DefectKind, Severity>> = {
  'flipped-condition': 'HIGH',
  'off-by-one': 'HIGH',
  'wrong-operator': 'HIGH',
  'missing-await': 'HIGH',
  'removed-check': 'HIGH',
  'removed-authorization': 'CRITICAL',
  'swapped-arguments': 'HIGH',
  'wrong-arity': 'HIGH',
  'swallowed-error': 'HIGH',
  'weakened-test': 'MEDIUM',
  'skipped-test': 'MEDIUM',
  secret: 'CRITICAL',
  'changed-constant': 'HIGH',
  'removed-behaviour': 'HIGH',
  'reverted-fix': 'HIGH',
};

/** One place of a text where a defect can be put: what stands from `start` to `end` becomes `text`. */
export type PlantingPlace = {
  readonly kind: DefectKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What is wrong then, in a sentence without a full stop. */
  readonly what: string;
};

/** Both sides of a file that a commit changed. */
export type ChangedText = {
  readonly path: string;
  readonly mode: string;
  /** null: the commit made the file. */
  readonly before: string | null;
  readonly after: string;
};

/** A defect as it was put into a file: where it stands afterwards, and the whole text with it. */
export type Planted = {
  readonly kind: DefectKind;
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly what: string;
  readonly text: string;
};
