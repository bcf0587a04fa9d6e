// What docs/ecosystem.md says: how often the rules are right about public repositories.
import { precisionOf, precisionPerRule, type Counts, type Judgement, type Repository } from './ecosystem.ts';

export type Ecosystem = {
  readonly date: string;
  readonly repositories: readonly Repository[];
  readonly counts: Counts;
  /** Those whose findings still occur. */
  readonly judged: readonly Judgement[];
};

export function ecosystemPage({ date, repositories, counts, judged }: Ecosystem): string {
  const whole = precisionOf('all', judged);
  const total = (rule: string): number =>
    Object.values(counts).reduce((sum, rules) => sum + (rules[rule] ?? 0), 0);
  const rules = [...new Set(Object.values(counts).flatMap((each) => Object.keys(each)))].toSorted();
  const read = new Map(precisionPerRule(judged).map((each) => [each.rule, each]));
  return [
    '# What the rules say of public repositories',
    '',
    '<!-- Written by `npm run scan:ecosystem -- --repos DIR --write`; judge in test/ecosystem/judged.json, not here. -->',
    '',
    `All rules that are on by default, on ${date}, over ${repositories.length} public repositories at the commits below.`,
    'A sample of the findings was read one by one in the source. *Right*: someone who works on that repository would agree',
    'that the message is true and worth knowing. Every judgement and its reason is in `test/ecosystem/judged.json`.',
    '',
    `**${whole.right} of ${whole.judged} read findings are right (${share(whole)}).**`,
    '',
    '| rule | findings | read | right | precision |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rules.map((rule) => {
      const each = read.get(rule) ?? { rule, right: 0, judged: 0 };
      return `| [${rule}](rules.md#${rule.toLowerCase()}) | ${total(rule)} | ${each.judged} | ${each.right} | ${share(each)} |`;
    }),
    '',
    '## Read and found wrong',
    '',
    '| rule | repository | place | why it is wrong |',
    '| --- | --- | --- | --- |',
    ...judged
      .filter(({ right }) => !right)
      .map(
        ({ rule, repo, file, line, why }) =>
          `| ${rule} | ${repo} | ${cell(`${file}:${line}`)} | ${cell(why)} |`,
      ),
    '',
    '## Repositories',
    '',
    '| repository | commit | findings |',
    '| --- | --- | ---: |',
    ...repositories.map(({ name, github, commit }) => {
      const found = Object.values(counts[name] ?? {}).reduce((sum, each) => sum + each, 0);
      return `| ${github} | ${commit.slice(0, 12)} | ${found} |`;
    }),
    '',
  ].join('\n');
}

function share({ right, judged }: { readonly right: number; readonly judged: number }): string {
  return judged === 0 ? '' : `${((100 * right) / judged).toFixed(0)} %`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
