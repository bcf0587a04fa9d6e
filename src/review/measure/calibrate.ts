import { type Calibration, enough } from '../../model/calibration.ts';
import type { Finding } from '../../model/finding.ts';
import { isAtLeast } from '../../model/severity.ts';
import { type Estimate, meanOf, rateOf, shareOf } from './intervals.ts';
import { matchComments } from './match-comments.ts';
import {
  type ChangeScore,
  type MeasureSettings,
  type ReviewedChange,
  scoreReviews,
} from './score-reviews.ts';

/** A change of which is known what was planted in it. */
export type PlantedChange = ReviewedChange & {
  /** What was planted; null: nothing, it is clean. */
  readonly kind: string | null;
  /** Whether an agent was asked, or scans and detectors alone. */
  readonly byAgent: boolean;
  /** The clean change it was made of, where that is among them. */
  readonly twin: string | null;
};

type Figures = Pick<
  Calibration,
  | 'changes'
  | 'defects'
  | 'kinds'
  | 'clean'
  | 'isEnough'
  | 'recall'
  | 'recallByKind'
  | 'byChance'
  | 'falseAlarms'
  | 'withScans'
  | 'costUsd'
  | 'tokens'
>;

type Calibrated = { readonly figures: Figures; readonly scores: readonly ChangeScore[] };

/**
 * What reviews of planted and clean changes tell of the judge, and how each change came out. Scans and detectors speak in the
 * same reviews: what they find is not the agent's merit, and is told beside it.
 */
export function calibrationOf(changes: readonly PlantedChange[], settings: MeasureSettings): Calibrated {
  const isAsked = changes.some(({ byAgent }) => byAgent);
  if (!isAsked) return figuresOf(changes, settings);
  const own = changes.map((each) => ({ ...each, findings: each.findings?.filter(isSaidByAgent) ?? null }));
  const { recall, falseAlarms } = figuresOf(changes, settings).figures;
  const { figures, scores } = figuresOf(own, settings);
  return { figures: { ...figures, withScans: { recall, falseAlarms } }, scores };
}

function isSaidByAgent({ source, sources = [source] }: Finding): boolean {
  return sources.some(({ kind }) => kind === 'reviewer');
}

function figuresOf(changes: readonly PlantedChange[], settings: MeasureSettings): Calibrated {
  const said = new Map(changes.map(({ change, findings }) => [change.id, findings]));
  const { scores } = scoreReviews(
    changes.map((each) => withoutEchoes(each, said)),
    settings,
  );
  const isFound = new Map(scores.map(({ id, matched }) => [id, matched.length > 0]));
  const planted = changes.filter(({ kind }) => kind !== null);
  const clean = changes.filter(({ kind }) => kind === null);
  const foundOf = (some: readonly PlantedChange[]): Estimate =>
    shareOf(some.filter(({ change }) => isFound.get(change.id)).length, some.length);
  const kinds = [...new Set(planted.flatMap(({ kind }) => (kind === null ? [] : [kind])))].toSorted();
  // What nobody answered about is a miss where something was planted, and says nothing of alarms.
  const answered = scores.filter(({ isClean, reviewed }) => isClean && reviewed);
  const asked = planted.filter(({ findings }) => findings !== null);
  const figures: Figures = {
    changes: changes.length,
    defects: planted.length,
    kinds: kinds.length,
    clean: clean.length,
    isEnough:
      asked.length >= enough.defects &&
      new Set(asked.map(({ kind }) => kind)).size >= enough.kinds &&
      answered.length >= enough.clean,
    recall: foundOf(planted),
    recallByKind: Object.fromEntries(
      kinds.map((kind) => [kind, foundOf(planted.filter((each) => each.kind === kind))]),
    ),
    byChance: chanceIn(planted, said, settings),
    falseAlarms: rateOf(answered.map(({ found }) => found)),
    withScans: null,
    costUsd: meanOf(scores.filter(({ reviewed }) => reviewed).map(({ spent }) => spent.usd)),
    tokens: meanOf(scores.filter(({ reviewed }) => reviewed).map(({ spent }) => spent.tokens)),
  };
  return { figures, scores };
}

type Said = ReadonlyMap<string, readonly Finding[] | null>;

/** What was said of the change without the defect too is not about the defect, wherever it stands. */
function withoutEchoes(each: PlantedChange, said: Said): ReviewedChange {
  const twin = each.twin === null ? null : (said.get(each.twin) ?? null);
  if (twin === null || each.findings === null) return each;
  const before = new Map<string, number>();
  for (const finding of twin) before.set(nameOf(finding), (before.get(nameOf(finding)) ?? 0) + 1);
  const findings = each.findings.filter((finding) => {
    const left = before.get(nameOf(finding)) ?? 0;
    before.set(nameOf(finding), left - 1);
    return left <= 0;
  });
  return { ...each, findings };
}

function nameOf({ rule, file, message }: Finding): string {
  return JSON.stringify([rule, file, message.replaceAll(/\d+/g, '#')]);
}

/** Of the defects whose change was judged without them too: at how many places something was said all the same. */
function chanceIn(planted: readonly PlantedChange[], said: Said, settings: MeasureSettings): Estimate {
  const twins = planted.flatMap(({ change, twin }) => {
    const findings = twin === null ? null : (said.get(twin) ?? null);
    return findings === null ? [] : [{ comments: change.comments, findings }];
  });
  const met = twins.filter(({ comments, findings }) => {
    const counted = findings.filter(({ severity }) => isAtLeast(severity, settings.from));
    return matchComments(comments, counted, settings.tolerance).length > 0;
  });
  return shareOf(met.length, twins.length);
}
