import type { Severity } from '../../model/severity.ts';
import type { Depth } from '../../model/team.ts';
import type { Call } from '../../project/call.ts';

/** What a calibration may be told. */
export type CalibrateOptions = {
  readonly agent?: string | undefined;
  readonly agents?: boolean | undefined;
  readonly config?: string | undefined;
  readonly labelled?: string | true | undefined;
  readonly only?: string | undefined;
  readonly minRecall?: string | undefined;
  readonly minPrecision?: string | undefined;
  readonly maxFalseAlarms?: string | undefined;
  readonly commits?: string | undefined;
  readonly defects?: string | undefined;
  readonly kinds?: string | undefined;
  readonly clean?: string | undefined;
  readonly seed?: string | undefined;
  readonly budget?: string | undefined;
  readonly depth?: Depth | undefined;
  readonly from?: Severity | undefined;
  readonly tolerance?: string | undefined;
  readonly fresh?: true | undefined;
  readonly dryRun?: true | undefined;
};

export type CalibrateCall = Call<CalibrateOptions>;
