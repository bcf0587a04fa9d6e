import { masked } from '../detect/index.ts';
import { short } from './condition-sites.ts';
import type { DefectKind, PlantingPlace } from './kinds.ts';
import { secretSiteAt } from './secret-sites.ts';
import { GUARDING, otherNumber, REFUSING } from './statement-sites.ts';
import { emptiedFunctions, skippedTests } from './text-functions.ts';

/** Languages whose code is changed by its text, line by line; strings and comments are left alone. */
const byText = ['python', 'go', 'java', 'csharp'] as const;

type TextLanguage = (typeof byText)[number];

export function textLanguage(language: string | undefined): TextLanguage | undefined {
  return byText.find((each) => each === language);
}

type Line = {
  readonly language: TextLanguage;
  readonly isTest: boolean;
  /** With strings and comments blanked, and as it is written; both have the same places. */
  readonly code: string;
  readonly text: string;
  readonly start: number;
};

/** Places for defects in a text of a language without a syntax tree here. */
export function textSites(text: string, language: TextLanguage, isTest: boolean): readonly PlantingPlace[] {
  const codes = masked(text, language).split('\n');
  const texts = text.split('\n');
  const found: PlantingPlace[] = [];
  const starts: number[] = [];
  let start = 0;
  for (const [index, code] of codes.entries()) {
    const line: Line = { language, isTest, code, text: texts[index] ?? '', start };
    found.push(...lineSites(line), ...(isTest ? [] : guardSites(codes, index, line)));
    starts.push(start);
    start += code.length + 1;
  }
  const lines = { language, texts, codes, starts };
  return [...found, ...(isTest ? skippedTests(lines) : emptiedFunctions(lines))];
}

function lineSites(line: Line): readonly PlantingPlace[] {
  const inTests = line.isTest ? testSites(line) : [];
  const secret = line.isTest ? undefined : secretSiteAt(line.language, line.text, line.start);
  return [
    ...awaitSites(line),
    ...(line.isTest ? [] : [...conditionSites(line), ...argumentSites(line), ...constantSites(line)]),
    ...inTests,
    ...(secret === undefined ? [] : [secret]),
  ];
}

function conditionSites(line: Line): readonly PlantingPlace[] {
  const { language, code } = line;
  const isColon = language === 'python';
  const pattern = isColon
    ? /^(\s*(?:el)?if )(.+)(:)\s*$/
    : language === 'go'
      ? /^(\s*if )([^;{]+?)( \{)\s*$/
      : /^(\s*if \()(.+)(\)\s*\{?)\s*$/;
  const [, open = '', condition = ''] = pattern.exec(code) ?? [];
  const from = line.start + open.length;
  const end = from + condition.length;
  const said = line.text.slice(open.length, open.length + condition.length);
  const opposite = isColon ? `not (${said})` : `!(${said})`;
  const what = `the condition ${short(said)} is turned into its opposite`;
  return [
    ...(condition === '' || !isBalanced(condition)
      ? []
      : [{ kind: 'flipped-condition' as const, start: from, end, text: opposite, what }]),
    ...swaps(line, / (<=|>=|<|>) /g, 'off-by-one', (sign) =>
      sign.length === 2 ? sign.slice(0, 1) : `${sign}=`,
    ),
    ...swaps(line, / (&&|\|\||and|or) /g, 'wrong-operator', (sign) => OTHER[sign] ?? sign),
  ];
}

const OTHER: Readonly<Record<string, string>> = { '&&': '||', '||': '&&', and: 'or', or: 'and' };

function swaps(
  line: Line,
  sign: RegExp,
  kind: DefectKind,
  other: (sign: string) => string,
): readonly PlantingPlace[] {
  return [...line.code.matchAll(sign)].map((match) => {
    const said = match[1] ?? '';
    const start = line.start + match.index + 1;
    const text = other(said);
    const what = `${short(line.text.trim())} is computed with ${text} instead of ${said}`;
    return { kind, start, end: start + said.length, text, what };
  });
}

function isBalanced(code: string): boolean {
  let depth = 0;
  for (const letter of code) {
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter)) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function awaitSites({ code, text, start }: Line): readonly PlantingPlace[] {
  const at = /(?<!return )\bawait (?=[A-Za-z_])/.exec(code)?.index;
  if (at === undefined) return [];
  const from = start + at;
  const what = `${short(text.trim())} no longer awaits anything`;
  return [{ kind: 'missing-await', start: from, end: from + 'await '.length, text: '', what }];
}

function argumentSites({ code, start }: Line): readonly PlantingPlace[] {
  if (/^\s*(?:def|func|class|public|private|protected|internal|static|lambda|@|for\b|if\b)/.test(code))
    return [];
  return [...code.matchAll(/\b([A-Za-z_][\w.]*)\(([A-Za-z_][\w.]*), ([A-Za-z_][\w.]*)(?=[,)])/g)].flatMap(
    (match) => {
      const [, name = '', first = '', second = ''] = match;
      if (first === second || /\b(?:min|max|print\w*|Println?)$/.test(name)) return [];
      const from = start + match.index + name.length + 1;
      const what = `${first} and ${second} are passed to ${short(name)} in the wrong order`;
      const end = from + first.length + 2 + second.length;
      const isWhole = code[match.index + match[0].length] === ')';
      const lacking: readonly PlantingPlace[] = isWhole
        ? [
            {
              kind: 'wrong-arity',
              start: from + first.length,
              end,
              text: '',
              what: `${short(name)} is called without its last argument ${second}`,
            },
          ]
        : [];
      return [
        { kind: 'swapped-arguments' as const, start: from, end, text: `${second}, ${first}`, what },
        ...lacking,
      ];
    },
  );
}

function constantSites({ code, text, start }: Line): readonly PlantingPlace[] {
  const match = /(?<![<>=!])[=:] (\d{1,9})[,;)]?\s*$/.exec(code);
  const other = otherNumber(match?.[1] ?? '');
  if (match === null || other === undefined) return [];
  const from = start + match.index + 2;
  const what = `${short(text.trim())} says ${other} instead`;
  return [{ kind: 'changed-constant', start: from, end: from + (match[1] ?? '').length, text: other, what }];
}

/** What a language's tests say, and what says as good as nothing. */
const ASSERTIONS: Readonly<Record<TextLanguage, readonly [said: RegExp, weak: string]>> = {
  python: [/^\s*()(?:assert (?!True)\S.*|self\.assert\w+\(.*\))\s*$/, 'assert True'],
  go: [/^\s*()(?:assert|require)\.\w+\(t, .*\)\s*$/, 'assert.True(t, true)'],
  java: [/^\s*()(?:Assertions\.)?assert\w+\(.*\);\s*$/, 'assertTrue(true);'],
  csharp: [/^\s*()Assert\.\w+\(.*\);\s*$/, 'Assert.True(true);'],
};

function testSites({ language, code, text, start }: Line): readonly PlantingPlace[] {
  const [said, weak] = ASSERTIONS[language];
  if (!said.test(code) || !isBalanced(code)) return [];
  const from = start + (/^\s*/.exec(code)?.[0].length ?? 0);
  const end = start + text.trimEnd().length;
  const what = `the test asserts almost nothing instead of ${short(text.trim())}`;
  return [{ kind: 'weakened-test', start: from, end, text: weak, what }];
}

/** Nothing is done about the error there as it is. */
const SWALLOWING = /^\s*(?:pass|return(?: (?:None|null|nil))?|continue|break);?\s*$/;

/** An `if` that only leaves, and a `catch` with one line in it. */
function guardSites(
  codes: readonly string[],
  index: number,
  { language, code, text, start }: Line,
): readonly PlantingPlace[] {
  const [next = '', close = ''] = [codes[index + 1], codes[index + 2]];
  const isPython = language === 'python';
  const indent = (of: string): number => /^\s*/.exec(of)?.[0].length ?? 0;
  const isOne = isPython
    ? indent(next) > indent(code) && indent(close) <= indent(code)
    : /^\s*\}\s*$/.test(close) && indent(close) === indent(code);
  if (!isOne) return [];
  const body = start + code.length + 1;
  if (/^\s*if\b.*[:{]\s*$/.test(code) && /^\s*(?:return|raise|throw|continue|break|panic)\b/.test(next)) {
    if (isPython ? /^\s*(?:elif|else)\b/.test(close) : /\belse\b/.test(close)) return [];
    const end = body + next.length + 1 + (isPython ? 0 : close.length + 1);
    const kind = GUARDING.test(code) || REFUSING.test(next) ? 'removed-authorization' : 'removed-check';
    return [{ kind, start, end, text: '', what: `the check ${short(text.trim())} is gone` }];
  }
  if (!/^\s*(?:except\b.*:|\}? ?catch\b.*\{)\s*$/.test(code) || SWALLOWING.test(next)) return [];
  const from = body + indent(next);
  const what = 'the error that is caught is swallowed';
  return [
    { kind: 'swallowed-error', start: from, end: body + next.length, text: isPython ? 'pass' : '', what },
  ];
}
