import { type Calibration, enough } from '../../model/calibration.ts';
import type { Finding } from '../../model/finding.ts';
import { isAtLeast } from '../../model/severity.ts';
import { meanOf, rateOf, shareOf, type Share } from './intervals.ts';
import { matchComments } from './match-comments.ts';
import { type ChangeScore, type MeasureSettings, type ReviewedChange, scoreChange } from './score-reviews.ts';

/** A reviewed change of which is known what a good review says. */
export type JudgedChange = ReviewedChange & {
  /** The kind of each comment: what was planted, or how severe a label is. Empty: it is clean. */
  readonly kinds: readonly string[];
  /** Whether an agent was asked, or scans and detectors alone. */
  readonly byAgent: boolean;
  /** The clean change it was made of, where that is among them. */
  readonly twin: string | null;
};

type Settings = MeasureSettings & Pick<Calibration, 'source'>;

type Figures = Pick<
  Calibration,
  | 'changes'
  | 'defects'
  | 'kinds'
  | 'clean'
  | 'isEnough'
  | 'recall'
  | 'recallByKind'
  | 'byWords'
  | 'byChance'
  | 'precision'
  | 'falseAlarms'
  | 'withScans'
  | 'costUsd'
  | 'tokens'
>;

type Calibrated = { readonly figures: Figures; readonly scores: readonly ChangeScore[] };

/**
 * What reviews of such changes tell of the judge, and how each change came out. Scans and detectors speak in the
 * same reviews: what they find is not the agent's merit, and is told beside it.
 */
export function calibrationOf(changes: readonly JudgedChange[], settings: Settings): Calibrated {
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

function figuresOf(changes: readonly JudgedChange[], settings: Settings): Calibrated {
  const said = new Map(changes.map(({ change, findings }) => [change.id, findings]));
  const scores = changes.map((each) => scoreChange(withoutEchoes(each, said), settings));
  const defects = changes.flatMap(({ kinds, findings }, nth) => {
    const by = new Map(scores[nth]?.matched.map((match) => [match.comment, match.by]));
    return kinds.map((kind, comment) => ({ kind, isAsked: findings !== null, by: by.get(comment) }));
  });
  const foundOf = (some: typeof defects): Share =>
    shareOf(some.filter(({ by }) => by !== undefined).length, some.length);
  const kinds = [...new Set(defects.map(({ kind }) => kind))].toSorted();
  // What nobody answered about is a miss where something was planted, and says nothing of alarms.
  const reviewed = scores.filter((score) => score.reviewed);
  const clean = reviewed.filter(({ isClean }) => isClean);
  const asked = defects.filter(({ isAsked }) => isAsked);
  const sum = (of: (score: ChangeScore) => number): number =>
    scores.reduce((total, score) => total + of(score), 0);
  const figures: Figures = {
    changes: changes.length,
    defects: defects.length,
    kinds: kinds.length,
    clean: changes.filter((each) => each.kinds.length === 0).length,
    isEnough:
      asked.length >= enough.defects &&
      new Set(asked.map(({ kind }) => kind)).size >= enough.kinds &&
      clean.length >= enough.clean,
    recall: foundOf(defects),
    recallByKind: Object.fromEntries(
      kinds.map((kind) => [kind, foundOf(defects.filter((each) => each.kind === kind))]),
    ),
    byWords: defects.filter(({ by }) => by === 'words').length,
    byChance: chanceIn(changes, said, settings),
    // Other findings on a planted change may be right: the past has defects of its own.
    precision:
      settings.source === 'planted'
        ? null
        : shareOf(
            sum(({ matched }) => matched.length),
            sum(({ found }) => found),
          ),
    falseAlarms: rateOf(clean.map(({ found }) => found)),
    withScans: null,
    costUsd: meanOf(reviewed.map(({ spent }) => spent.usd)),
    tokens: meanOf(reviewed.map(({ spent }) => spent.tokens)),
  };
  return { figures, scores };
}

type Said = ReadonlyMap<string, readonly Finding[] | null>;

/** What was said of the change without the defect too is not about the defect, wherever it stands. */
function withoutEchoes(each: JudgedChange, said: Said): ReviewedChange {
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
function chanceIn(changes: readonly JudgedChange[], said: Said, settings: Settings): Share {
  const twins = changes.flatMap(({ change, twin }) => {
    const findings = twin === null ? null : (said.get(twin) ?? null);
    return findings === null ? [] : [{ comments: change.comments, findings }];
  });
  const met = twins.filter(({ comments, findings }) => {
    const counted = findings.filter(({ severity }) => isAtLeast(severity, settings.from));
    return matchComments(comments, counted, settings.tolerance).length > 0;
  });
  return shareOf(met.length, twins.length);
}
