import { z } from 'zod';

import { enough } from './calibration.ts';
import { severities } from './severity.ts';
import { depths } from './team.ts';

const count = z.int().min(0);
const figure = z.number().min(0).nullable();
const estimate = z
  .strictObject({ value: figure, low: figure, high: figure, of: count })
  .describe('A figure with its bounds at 95 %; null where there is nothing to tell it from.');

/** Whose calibration it is. Another model, or the same one asked in another way, is another judge. */
export const CalibratedJudgeSchema = z.strictObject({
  agent: z.string().min(1).max(200).describe('The agent as it calls itself; no-agents: scans and detectors.'),
  model: z.string().max(200).nullable(),
  settings: z
    .string()
    .max(64)
    .describe(
      'Hash of how it is asked: settings, programs and instructions of agents, settings of reviews and scans.',
    ),
});

/** What a judge finds of defects that were planted in changes of this repository, and how often it cries wolf. */
export const CalibrationSchema = z.strictObject({
  version: z.literal(1),
  judge: CalibratedJudgeSchema,
  tool: z.string().describe('The version of the program, its prompts and rules.'),
  at: count.describe('When, in milliseconds.'),
  commit: z.string().describe('The newest commit the changes were taken from.'),
  seed: count,
  from: z.enum(severities).describe('The mildest finding that counts.'),
  tolerance: count.describe('Lines a finding may be off by.'),
  depth: z
    .enum(depths)
    .nullable()
    .describe('The depth that was asked for; null: by the risk of each change.'),
  changes: count,
  defects: count,
  kinds: count,
  clean: count,
  isEnough: z
    .boolean()
    .describe(
      `At least ${enough.defects} defects of ${enough.kinds} kinds and ${enough.clean} clean changes.`,
    ),
  recall: estimate.describe('The share of planted defects the judge itself found (Wilson).'),
  recallByKind: z.record(z.string(), estimate),
  byChance: estimate.describe('The share that would count as found although nothing was planted (Wilson).'),
  falseAlarms: estimate.describe('Findings for each clean change (Garwood, widened by the spread).'),
  withScans: z
    .strictObject({ recall: estimate, falseAlarms: estimate })
    .nullable()
    .describe('The same of agent, scans and detectors together, as a review puts them; null without agents.'),
  costUsd: estimate.describe('Dollars for each change (Student).'),
  tokens: estimate.describe('Tokens for each change (Student).'),
});

/** What `gauntlet calibrate --json` prints. */
export const CalibrationReportSchema = z.strictObject({
  version: z.literal(1),
  commit: z.string(),
  seed: count,
  calibrations: z.array(CalibrationSchema).readonly(),
  changes: z
    .array(
      z.strictObject({
        id: z.string(),
        commit: z.string().describe('The commit it was made of.'),
        kind: z.string().nullable().describe('What was planted; null: nothing, it is clean.'),
        file: z.string().nullable(),
        line: count.nullable(),
        what: z.string().nullable(),
        agent: z.string().nullable().describe('Who was asked about it; null: nobody.'),
        model: z.string().nullable(),
        found: z
          .boolean()
          .nullable()
          .describe('Whether the defect was found; null for a clean change, or where nobody answered.'),
        falseAlarms: count
          .nullable()
          .describe('What was said of a clean change; null for another one, or where nobody answered.'),
        notReviewed: z.string().nullable().describe('Why nobody answered.'),
      }),
    )
    .readonly(),
  notReviewed: count,
  recorded: count.describe('Answers that were on record: nobody was asked again.'),
  spent: z.strictObject({ usd: z.number().min(0), tokens: z.number().min(0) }),
  exitCode: count,
});
