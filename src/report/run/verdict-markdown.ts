import type { AssignmentEvent, ResultEvent } from '../../model/events.ts';
import type { Finding } from '../../model/finding.ts';
import type { Provenance } from '../../model/provenance.ts';
import { wordsOf } from '../../model/report.ts';
import type { ReviewSaid } from '../../model/review.ts';
import { eventWords, short } from '../event-words.ts';
import { list, listed } from '../document/document.ts';
import { markdownOf } from '../document/markdown.ts';
import { reviewLines } from '../review/review-words.ts';
import { quoted } from '../say.ts';
import { type Calibrated, whoWords } from '../who.ts';

/** Where a finding was kept: sent on, or set aside because it holds on to nothing. */
export type VerdictFindings = {
  readonly kept: readonly Finding[];
  readonly setAside: readonly Finding[];
  /** What a critic said besides. */
  readonly said?: ReviewSaid | undefined;
};

/** One verdict for people, with who gave it and who found what; undefined for what is no verdict of an agent. */
export function verdictMarkdown(
  assigned: AssignmentEvent,
  ended: ResultEvent,
  { kept, setAside, said }: VerdictFindings,
  calibrated: Calibrated = () => undefined,
): string | undefined {
  if (!('by' in ended) || ended.by === undefined || !judging.has(assigned.stage)) return undefined;
  const measured = calibrated(ended.by);
  const what = eventWords({ ...ended, by: undefined });
  return markdownOf([
    {
      kind: 'heading',
      level: 1,
      line: `${quoted(assigned.ticket, 64)}, attempt ${assigned.attempt + 1}, ${assigned.stage}: ${what}`,
    },
    ...list([
      `by ${fully(ended.by)}`,
      ...(measured === undefined ? [] : [measured]),
      `run ${ended.run}, commit ${short(assigned.commit)}`,
      ...(said === undefined ? [] : reviewLines(said)),
    ]),
    ...listed('Found', kept.map(findingLine)),
    ...listed('Not counted, not tied to any code', setAside.map(findingLine)),
  ]);
}

const judging: ReadonlySet<string> = new Set(['review', 'audit', 'recover', 'reconcile', 'team']);

function fully(by: Provenance): string {
  const effort = by.effort === null ? '' : `, effort ${quoted(by.effort, 60)}`;
  const session = by.session === null ? '' : `, session ${quoted(by.session, 60)}`;
  return `${whoWords(by)}${effort}${session}`;
}

function findingLine(finding: Finding): string {
  const { severity, file, line, source } = finding;
  const place = file === '' ? '' : `${quoted(file, 200)}:${line}: `;
  const who = source.by === undefined ? source.name : `${source.name}, ${whoWords(source.by)}`;
  return `${severity} ${place}${wordsOf(finding)} (${who})`;
}
