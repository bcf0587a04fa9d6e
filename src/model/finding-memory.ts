import {
  exactly,
  type Infer,
  listOf,
  mapOf,
  nullable,
  oneOf,
  optional,
  recordOf,
  text,
  whole,
} from '../schema/shape.ts';
import { severities } from './severity.ts';

const words = text({ most: 4000 });

/** Somebody's word that one finding is to be left alone: for ever, or up to and including a day. */
const DismissalSchema = mapOf({
  fingerprint: text(),
  reason: words,
  by: words,
  at: whole(),
  /** `2027-01-31`; null: as long as the code around it stays as it is. */
  until: nullable(text()),
  /** What stood around it, by its hash; empty where there was nothing to read. */
  around: text(),
  /** How bad it was said to be: what is worse has not been dismissed. Dismissals of before do not say. */
  severity: optional(oneOf(severities)),
});

export type Dismissal = Infer<typeof DismissalSchema>;

/** What is remembered of findings across rounds, reviews and branches of one repository. */
export const FindingMemorySchema = mapOf({
  version: exactly(1),
  dismissed: listOf(DismissalSchema),
  /** When findings that were open once were seen to be gone. */
  fixed: recordOf(whole(Number.MIN_SAFE_INTEGER)),
  /** What was open when a branch was last reviewed. */
  open: recordOf(listOf(text())),
  /** The commit that was then reviewed. Memories of before have none. */
  heads: optional(recordOf(text())),
  /** What people can dismiss: the findings they were last shown. */
  seen: recordOf(
    mapOf({
      rule: words,
      file: words,
      line: whole(Number.MIN_SAFE_INTEGER),
      message: words,
      around: text(),
      at: whole(Number.MIN_SAFE_INTEGER),
      severity: optional(oneOf(severities)),
    }),
  ),
  /** Findings that were fixed, by kind, the newest last. Memories of before have none. */
  accepted: optional(
    recordOf(
      mapOf({
        times: whole(1),
        last: listOf(
          mapOf({ fingerprint: text(), origin: words, message: words, at: whole(Number.MIN_SAFE_INTEGER) }),
        ),
      }),
    ),
  ),
  /** Kinds that somebody does not want developers to be told about. */
  forgotten: optional(listOf(words)),
});

export type FindingMemory = Infer<typeof FindingMemorySchema>;

export const noMemory: FindingMemory = { version: 1, dismissed: [], fixed: {}, open: {}, seen: {} };

/** A kind of finding that keeps being accepted, as the next developer is told (BEYOND-05). */
export type Lesson = {
  /** The rule or category. */
  readonly kind: string;
  /** How often it was found and then fixed. */
  readonly times: number;
  /** Where it was found last: `review of feature`, `ticket API-1`. */
  readonly origin: string;
  readonly example: string;
};

/** A person's word that findings are to be left alone for a while: with a reason and an end. */
export type Waiver = {
  /** One finding; null: all that rule and path name. */
  readonly fingerprint: string | null;
  readonly rule: string | null;
  /** A glob; null: everywhere. */
  readonly path: string | null;
  readonly reason: string;
  /** The last day on which it counts, `2027-01-31`. */
  readonly until: string;
  readonly by: string | null;
};

type Excused = { readonly fingerprint: string; readonly rule: string; readonly file: string };

/** Whether a waiver is about this finding, by fingerprint, rule and path, as far as it names them. */
export function isAbout(
  { fingerprint, rule, path }: Waiver,
  finding: Excused,
  matches: (glob: string, path: string) => boolean,
): boolean {
  if (fingerprint !== null && fingerprint !== finding.fingerprint) return false;
  if (rule !== null && rule !== finding.rule.toUpperCase()) return false;
  return path === null || matches(path, finding.file);
}
