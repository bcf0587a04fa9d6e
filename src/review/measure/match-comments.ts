import type { Finding } from '../../model/finding.ts';
import type { GoldenComment } from '../../model/calibration.ts';

export type Match = {
  readonly comment: number;
  readonly finding: number;
  /** How they were found to mean the same. */
  readonly by: 'place' | 'words';
};

/** Lines a finding may be off by: people and models name the line before or after. */
export const usualTolerance = 5;

type Told = Pick<Finding, 'file' | 'line' | 'message' | 'fix' | 'rule'>;

/**
 * Which findings say what the labels say: each at most once, as many pairs as there can be. No model takes part, so the
 * same answers get the same score for ever. A label with a place is met at that place, in words it may ask for; one
 * without is met by words alone, which is an approximation and reported as such.
 */
export function matchComments(
  comments: readonly GoldenComment[],
  findings: readonly Told[],
  tolerance = usualTolerance,
): readonly Match[] {
  const edges = comments.map((comment) =>
    findings
      .flatMap((finding, index) => {
        const near = nearness(comment, finding, tolerance);
        return near === undefined ? [] : [{ index, ...near }];
      })
      .toSorted((a, b) => a.distance - b.distance || a.index - b.index),
  );
  const taken = new Map<number, number>();
  comments.forEach((_, comment) => give(comment, edges, taken, new Set()));
  return [...taken]
    .map(([finding, comment]): Match => {
      const by = edges[comment]?.find(({ index }) => index === finding)?.by ?? 'words';
      return { comment, finding, by };
    })
    .toSorted((a, b) => a.comment - b.comment);
}

type Edge = { readonly index: number; readonly distance: number; readonly by: Match['by'] };

/** Finds a finding for a label, if need be by giving another label its second choice. */
function give(
  comment: number,
  edges: readonly (readonly Edge[])[],
  taken: Map<number, number>,
  seen: Set<number>,
): boolean {
  for (const { index } of edges[comment] ?? []) {
    if (seen.has(index)) continue;
    seen.add(index);
    const holder = taken.get(index);
    if (holder !== undefined && !give(holder, edges, taken, seen)) continue;
    taken.set(index, comment);
    return true;
  }
  return false;
}

function nearness(
  comment: GoldenComment,
  finding: Told,
  tolerance: number,
): Pick<Edge, 'distance' | 'by'> | undefined {
  const said = `${finding.rule} ${finding.message} ${finding.fix}`;
  if (comment.words.length > 0 && !comment.words.some((word) => holds(said, word))) return undefined;
  if (comment.file !== null && comment.file !== finding.file) return undefined;
  if (comment.file !== null && comment.line !== null) {
    const distance = farFrom(finding.line, comment.line, comment.endLine ?? comment.line);
    return distance > tolerance ? undefined : { distance, by: 'place' };
  }
  const likeness = likenessOf(comment.text, said);
  return likeness < LIKE ? undefined : { distance: 1000 - Math.round(likeness * 100), by: 'words' };
}

function holds(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}

function farFrom(line: number, first: number, last: number): number {
  return line < first ? first - line : Math.max(0, line - last);
}

/** Of what a label says, the share of telling words that a finding has too. */
const LIKE = 0.35;
const FEWEST_SHARED = 3;

function likenessOf(label: string, said: string): number {
  const [wanted, there] = [tellingWords(label), tellingWords(said)];
  const shared = [...wanted].filter((word) => there.has(word)).length;
  return shared < Math.min(FEWEST_SHARED, wanted.size) ? 0 : shared / Math.max(1, wanted.size);
}

const EMPTY_WORDS = new Set(
  'this that with from which will when then than into only have been being does should would could their there because where while also some such other these those they code line file method function value'.split(
    ' ',
  ),
);

/** Names and longer words, with names of several words taken apart too. */
function tellingWords(text: string): ReadonlySet<string> {
  const names = text.match(/[A-Za-z_]\w{3,}/g) ?? [];
  const parts = names.flatMap((name) => [name, ...name.split(/_|(?<=[a-z\d])(?=[A-Z])/)]);
  return new Set(
    parts.map((part) => part.toLowerCase()).filter((part) => part.length > 3 && !EMPTY_WORDS.has(part)),
  );
}
