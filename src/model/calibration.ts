import type { Infer } from '../schema/shape.ts';
import type {
  CalibratedJudgeSchema,
  CalibrationReportSchema,
  CalibrationSchema,
} from './calibration-shape.ts';

/** Fewer tell too little: figures of fewer are said to be of fewer, wherever they are shown (BEYOND-04). */
export const enough = { defects: 40, kinds: 8, clean: 20 } as const;

export type CalibratedJudge = Infer<typeof CalibratedJudgeSchema>;

/** What a judge finds of defects that were planted in changes of a repository, and how often it cries wolf. */
export type Calibration = Infer<typeof CalibrationSchema>;

/** What `gauntlet calibrate --json` prints. */
export type CalibrationReport = Infer<typeof CalibrationReportSchema>;

/** The judge that is no model. */
export const noAgents: CalibratedJudge = { agent: 'no-agents', model: null, settings: '' };
