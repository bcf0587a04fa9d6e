import {
  decimal,
  described,
  exactly,
  type Infer,
  listOf,
  mapOf,
  nullable,
  oneOf,
  recordOf,
  text,
  truth,
  whole,
} from '../schema/shape.ts';
import { severities, type Severity } from './severity.ts';
import { depths } from './team.ts';

/** Fewer tell too little: figures of fewer are said to be of fewer, wherever they are shown (BEYOND-04). */
export const enough = { defects: 40, kinds: 8, clean: 20 } as const;

const count = whole();
const figure = nullable(decimal(0));
const estimate = described(
  'A figure with its bounds at 95 %; null if there is no data to compute it from.',
  mapOf({ value: figure, low: figure, high: figure, of: count }),
);

/** Whose calibration it is. Another model, or the same one asked in another way, is another judge. */
const CalibratedJudgeSchema = mapOf({
  agent: described(
    'The agent as it calls itself; no-agents: scans and detectors.',
    text({ least: 1, most: 200 }),
  ),
  model: nullable(text({ most: 200 })),
  settings: described(
    'Hash of the review setup: settings, programs and instructions of agents, settings of reviews and scans.',
    text({ most: 64 }),
  ),
});

export type CalibratedJudge = Infer<typeof CalibratedJudgeSchema>;

/** The judge that is no model. */
export const noAgents: CalibratedJudge = { agent: 'no-agents', model: null, settings: '' };

/** What a judge finds of defects that were planted in changes of this repository, and how often it cries wolf. */
export const CalibrationSchema = mapOf({
  version: exactly(1),
  source: described(
    'Source of the changes: past commits with planted defects, or labelled changes.',
    oneOf(['planted', 'labelled']),
  ),
  judge: CalibratedJudgeSchema,
  tool: described('The version of the program, its prompts and rules.', text()),
  at: described('Time of the measurement (Unix time in ms).', count),
  commit: described('The newest commit the changes were taken from; null: labelled.', nullable(text())),
  seed: nullable(count),
  from: described('Findings below this severity do not count.', oneOf(severities)),
  tolerance: described('Lines a finding may be off by.', count),
  depth: described(
    'The depth that was asked for; null: by the risk of each change.',
    nullable(oneOf(depths)),
  ),
  changes: count,
  defects: count,
  kinds: count,
  clean: count,
  isEnough: described(
    `At least ${enough.defects} defects of ${enough.kinds} kinds and ${enough.clean} clean changes.`,
    truth(),
  ),
  recall: described('Share of planted defects the judge itself found (Wilson interval).', estimate),
  recallByKind: described('Share found, by kind of planted defect or by label severity.', recordOf(estimate)),
  byWords: described('How many labels that count as found give no line: only their text matched.', count),
  byChance: described('Share that would count as found with nothing planted (Wilson interval).', estimate),
  precision: described(
    'Of the findings, the share that match a label (Wilson interval); null where defects were planted.',
    nullable(estimate),
  ),
  falseAlarms: described('Findings per clean change (Byar interval, widened by their spread).', estimate),
  withScans: described(
    'The same figures for agent, scans and detectors together, as in a review; null without agents.',
    nullable(mapOf({ recall: estimate, falseAlarms: estimate })),
  ),
  costUsd: described('Dollars for each change (Student interval).', estimate),
  tokens: described('Tokens for each change (Student interval).', estimate),
});

export type Calibration = Infer<typeof CalibrationSchema>;

/** What `gauntlet calibrate --json` prints. */
export const CalibrationReportSchema = mapOf({
  version: exactly(1),
  commit: nullable(text()),
  seed: nullable(count),
  calibrations: listOf(CalibrationSchema),
  changes: described(
    'One entry for each planted defect or label, and one for each clean change.',
    listOf(
      mapOf({
        id: text(),
        commit: described('The commit it was made of; null: labelled.', nullable(text())),
        kind: described(
          'What was planted, or how severe the label is; null: nothing, it is clean.',
          nullable(text()),
        ),
        file: nullable(text()),
        line: nullable(count),
        what: nullable(text()),
        agent: described('The judge of this change; null: none answered.', nullable(text())),
        model: nullable(text()),
        found: described(
          'Whether the judge found the defect; null for a clean change, or if no judge answered.',
          nullable(truth()),
        ),
        falseAlarms: described(
          'Findings reported for a clean change; null for a change with a defect, or if no judge answered.',
          nullable(count),
        ),
        notReviewed: described('Why no judge answered; null if one did.', nullable(text())),
      }),
    ),
  ),
  extra: described(
    'Findings that match no label; empty where defects were planted.',
    listOf(
      mapOf({
        id: text(),
        severity: oneOf(severities),
        rule: text(),
        file: text(),
        line: count,
        message: text(),
      }),
    ),
  ),
  notReviewed: count,
  recorded: described('Recorded answers that were used instead of asking again.', count),
  spent: mapOf({ usd: decimal(0), tokens: decimal(0) }),
  exitCode: count,
});

export type CalibrationReport = Infer<typeof CalibrationReportSchema>;

/** What a good review of a change says, as somebody labelled it. */
export type GoldenComment = {
  /** null: the label says no place; then only words can be compared. */
  readonly file: string | null;
  readonly line: number | null;
  readonly endLine: number | null;
  readonly severity: Severity;
  readonly text: string;
  /** One of these has to stand in what was found; empty: any words will do at that place. */
  readonly words: readonly string[];
};

/** A change somebody has looked through: with comments it deserves, or none where it is clean. */
export type LabelledChange = {
  readonly id: string;
  readonly title: string;
  /** What the change is meant to do. */
  readonly purpose: string | null;
  /** Where it is from, for people. */
  readonly source: string | null;
  readonly comments: readonly GoldenComment[];
  readonly change: ChangeContent;
};

/** A text with git's six digits for what kind of file it is in. */
export type TreeText = { readonly mode: string; readonly text: string };

/** Texts by path (`null` removes one), commits of a repository here, or two trees of one whose second has other texts written over it. */
export type ChangeContent =
  | {
      readonly kind: 'texts';
      readonly base: Readonly<Record<string, string>>;
      readonly head: Readonly<Record<string, string | null>>;
    }
  | { readonly kind: 'commits'; readonly repository: string; readonly base: string; readonly head: string }
  | {
      readonly kind: 'trees';
      /** The folder of objects that has them. */
      readonly objects: string;
      readonly base: string;
      readonly head: string;
      readonly texts: Readonly<Record<string, TreeText>>;
    };
