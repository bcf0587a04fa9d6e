import type { AssignmentEvent, ResultEvent } from '../../model/events.ts';
import type { Finding } from '../../model/finding.ts';
import type { Provenance } from '../../model/provenance.ts';
import { wordsOf } from '../../model/report.ts';
import type { ReviewSaid } from '../../model/review-said.ts';
import { eventWords, short } from '../event-words.ts';
import { md } from '../markdown-text.ts';
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
  const lines = [
    `# ${md(`${quoted(assigned.ticket, 64)}, attempt ${assigned.attempt + 1}, ${assigned.stage}: ${eventWords({ ...ended, by: undefined })}`)}`,
    '',
    `- by ${md(fully(ended.by))}`,
    ...(measured === undefined ? [] : [`- ${md(measured)}`]),
    `- run ${ended.run}, commit ${short(assigned.commit)}`,
    ...(said === undefined ? [] : reviewLines(said).map((line) => `- ${md(line)}`)),
    ...listed('Found', kept),
    ...listed('Not counted, not tied to any code', setAside),
  ];
  return `${lines.join('\n')}\n`;
}

const judging: ReadonlySet<string> = new Set(['review', 'audit', 'recover', 'reconcile', 'team']);

function fully(by: Provenance): string {
  const effort = by.effort === null ? '' : `, effort ${quoted(by.effort, 60)}`;
  const session = by.session === null ? '' : `, session ${quoted(by.session, 60)}`;
  return `${whoWords(by)}${effort}${session}`;
}

function listed(heading: string, findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return [];
  const lines = findings.map((finding) => {
    const { severity, file, line, source } = finding;
    const place = file === '' ? '' : `${md(quoted(file, 200))}:${line}: `;
    const who = source.by === undefined ? source.name : `${source.name}, ${whoWords(source.by)}`;
    return `- ${severity} ${place}${md(wordsOf(finding))} (${md(who)})`;
  });
  return ['', `## ${heading}`, '', ...lines];
}
