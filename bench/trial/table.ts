import type { HiddenResult } from './hidden.ts';
import type { Asked, TicketFacts } from './facts.ts';
import type { Trial } from './folder.ts';

export type TicketRow = TicketFacts & {
  readonly id: string;
  readonly title: string;
  /** Hidden tests on every delivery. The first is what the model does alone. */
  readonly tested: readonly HiddenResult[];
  /** The same at the end of the epic branch; null where the ticket did not land. */
  readonly final: HiddenResult | null;
};

export type TrialResult = {
  readonly trial: string;
  readonly repository: string;
  readonly purpose: Trial['purpose'];
  readonly base: string;
  readonly date: string;
  /** Agents by role, as configured. */
  readonly agents: unknown;
  /** Keys of gauntlet.yaml that are not those of `gauntlet init`, and why. */
  readonly instead: string;
  readonly exitCode: number | null;
  /** Of the coordinator's own process. */
  readonly cpuMs: number;
  readonly tickets: readonly TicketRow[];
  readonly others: Pick<TicketFacts, 'asked' | 'times' | 'people'>;
};

/** One table, then everything that needs a sentence. */
export function resultText(result: TrialResult): string {
  const { tickets } = result;
  const firsts = tickets.flatMap(({ tested: [first] }) => first ?? []);
  const asked = firsts.flatMap(({ passed, failed }) => [...passed, ...failed]).length;
  const all = (results: readonly (HiddenResult | null)[]): string =>
    share(results.flatMap((each) => each?.passed ?? []).length, asked);
  const ours = sum(tickets.map(({ times }) => times.ours));
  const wall = sum(tickets.map(({ times }) => times.wall));
  return [
    `# Trial ${result.trial}: ${result.repository} at ${result.base.slice(0, 10)} (${result.purpose}), ${result.date}`,
    '',
    `| ticket | landed | hidden tests: model alone | landed | attempts | refused by | wrong deliveries: caught by | findings, next delivery changed the place | ours s | of wall | CPU s | prompts KB |`,
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...tickets.map((row) => lineOf(row, (result.cpuMs * row.times.ours) / Math.max(1, ours))),
    `| all | ${tickets.filter(({ landed }) => landed !== null).length} of ${tickets.length} | ${all(firsts)} | ${all(tickets.map(({ final }) => final))} | ${sum(tickets.map(({ deliveries }) => deliveries.length))} | ${sum(tickets.map(({ refusals }) => refusals.length))} | ${caught(tickets.flatMap(wrongDeliveries))} | ${held(tickets.flatMap(({ findings }) => findings))} | ${seconds(ours)} | ${percent(ours, wall)} | ${seconds(result.cpuMs)} | ${kilobytes(tickets.map(({ asked }) => asked))} |`,
    '',
    `- exit code ${result.exitCode}; ${result.instead}`,
    cellText(`- agents: ${JSON.stringify(result.agents)}`),
    ...roleLines(result),
    ...remarks(result),
    '',
  ].join('\n');
}

function lineOf(row: TicketRow, cpuMs: number): string {
  const { times } = row;
  const cells = [
    `${row.id} ${row.title}`,
    row.landed === null ? 'no' : 'yes',
    testedText(row.tested[0] ?? null),
    testedText(row.final),
    row.deliveries.length,
    row.refusals.map(({ by }) => by).join('; ') || '-',
    caught(wrongDeliveries(row)),
    held(row.findings),
    seconds(times.ours),
    percent(times.ours, times.wall),
    seconds(cpuMs),
    kilobytes([row.asked]),
  ];
  return `| ${cells.map(cellText).join(' | ')} |`;
}

/** A delivery that hidden tests refute, and the gates and judges that stopped it. */
export type WrongDelivery = { readonly attempt: number; readonly by: string };

/** A conflict with other work is not a judgement of this one. */
export function wrongDeliveries({
  tested,
  refusals,
  landed,
}: Pick<TicketRow, 'tested' | 'refusals' | 'landed'>): readonly WrongDelivery[] {
  return tested.flatMap(({ failed }, index) => {
    const attempt = index + 1;
    const by = refusals
      .filter((each) => each.attempt === attempt && each.by !== 'merge')
      .map((each) => each.by);
    const isLast = attempt === tested.length;
    const otherwise = isLast && landed !== null ? 'NOBODY, IT LANDED' : 'nobody, not landed';
    return failed.length === 0 ? [] : [{ attempt, by: [...new Set(by)].join(' and ') || otherwise }];
  });
}

function caught(wrong: readonly WrongDelivery[]): string {
  const counts = [...Map.groupBy(wrong, ({ by }) => by)].map(([by, { length }]) => `${length}: ${by}`);
  return counts.join('; ') || '-';
}

function testedText(result: HiddenResult | null): string {
  return result === null ? '-' : share(result.passed.length, result.passed.length + result.failed.length);
}

function held(findings: TicketRow['findings']): string {
  const changed = findings.filter(({ next }) => next === 'changed').length;
  return findings.length === 0 ? '-' : share(changed, findings.length);
}

/** What each role was asked, in all jobs. */
function roleLines({ tickets, others }: TrialResult): readonly string[] {
  const all = [...tickets.map(({ asked }) => asked), others.asked].flatMap((each) => Object.entries(each));
  return [...Map.groupBy(all, ([role]) => role)].map(([role, entries]) => {
    const total = (key: keyof Asked): number => sum(entries.map(([, asked]) => asked[key]));
    const tokens = total('tokens') === 0 ? 'tokens not reported' : `${total('tokens')} tokens`;
    return `- ${role}: ${total('prompts')} prompts, ${Math.round(total('promptBytes') / 1024)} KB, ${tokens}`;
  });
}

function remarks({ tickets, others }: TrialResult): readonly string[] {
  return [
    ...tickets.flatMap(({ id, tested, final, ...row }) => [
      ...row.refusals.map(
        ({ attempt, by, reasons }) => `- ${id}, delivery ${attempt} refused by ${by}: ${reasons.join(' / ')}`,
      ),
      ...row.findings.map(({ by, place, said, next }) => `- ${id}, ${by} at ${place}: ${said} → ${next}`),
      ...tested.flatMap((each, index) => testLines(`${id}, delivery ${index + 1}`, each)),
      ...testLines(`${id}, landed`, final),
      ...lostTests({ tested, final }).map(
        (test) => `- ${id}: LOST between first delivery and landing: ${test}`,
      ),
      ...(row.unread > 0 ? [`- ${id}: ${row.unread} answers could not be read`] : []),
      ...(row.agentFailures > 0 ? [`- ${id}: ${row.agentFailures} agents failed`] : []),
      ...row.people.map((asked) => `- ${id}, a person was asked: ${asked}`),
    ]),
    ...others.people.map((asked) => `- a person was asked: ${asked}`),
  ].map((line) => cellText(line).slice(0, 700));
}

/** Hidden tests that the first delivery passed and what landed does not. */
export function lostTests({ tested, final }: Pick<TicketRow, 'tested' | 'final'>): readonly string[] {
  return final === null ? [] : (tested[0]?.passed ?? []).filter((test) => !final.passed.includes(test));
}

function testLines(who: string, result: HiddenResult | null): readonly string[] {
  if (result === null || result.failed.length === 0) return [];
  const because = result.because === '' ? '' : ` (${result.because.slice(0, 300)})`;
  return [`- ${who}: fails ${result.failed.join('; ')}${because}`];
}

/** Words of agents and repositories inside a Markdown table. */
function cellText(value: string | number): string {
  return String(value)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;');
}

function share(part: number, whole: number): string {
  return `${part} of ${whole}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((100 * part) / whole)} %`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

function kilobytes(asked: readonly Readonly<Record<string, Asked>>[]): string {
  const bytes = asked.flatMap((each) => Object.values(each)).map(({ promptBytes }) => promptBytes);
  return String(Math.round(sum(bytes) / 1024));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
