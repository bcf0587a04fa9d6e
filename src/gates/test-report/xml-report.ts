import type { Runner } from '../../detect/index.ts';
import { type ReportPart, type PartReader, Tally } from './part.ts';
import { titleIn } from './passes.ts';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The reports of JUnit, which most runners can write, and of `dotnet test --logger trx`. */
const junit: PartReader = (lines) =>
  elements(
    lines,
    { runner: 'junit', whole: /<\/testsuites?>|<testsuites?\b[^<>]*\/>/, opening: /<testcase\b/ },
    (head, body) => {
      const [name = '', group = ''] = [attribute(head, 'name'), attribute(head, 'classname')];
      const isSkipped = /<skipped\b/.test(body);
      return {
        name,
        group,
        end: /<(?:failure|error)\b/.test(body) ? 'failed' : isSkipped ? 'skipped' : 'passed',
      };
    },
  );

const trx: PartReader = (lines) =>
  elements(lines, { runner: 'trx', whole: /<\/TestRun>/, opening: /<UnitTestResult\b/ }, (head) => {
    const [, group = '', name = ''] =
      /^(?:(.*?)\.)?([^.(]+(?:\(.*)?)$/s.exec(attribute(head, 'testName') ?? '') ?? [];
    const outcome = attribute(head, 'outcome');
    return {
      name,
      group,
      end: outcome === 'Passed' ? 'passed' : outcome === 'NotExecuted' ? 'skipped' : 'failed',
    };
  });

type Case = { readonly name: string; readonly group: string; readonly end: 'passed' | 'failed' | 'skipped' };

type Form = { readonly runner: Runner; readonly whole: RegExp; readonly opening: RegExp };

/**
 * Reads each element from where it opens to where the next one does: results are never inside one another. A whole report
 * without one says that no test ran.
 */
function elements(
  lines: readonly string[],
  { runner, whole, opening }: Form,
  read: (head: string, body: string) => Case,
): ReportPart | undefined {
  if (!lines.some((line) => opening.test(line) || whole.test(line))) return undefined;
  const tally = new Tally();
  const passes: string[] = [];
  // A quote that was opened before the report must not hide it.
  const from = Math.max(
    0,
    lines.findIndex((line) => /^\s*<(?:\?xml|testsuites?|TestRun)\b/.test(line)),
  );
  const text = withoutQuotes(lines.slice(from).join('\n'));
  if (whole.test(text)) tally.read('');
  const [, ...parts] = text.split(opening);
  for (const part of parts) {
    const close = /^(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(part.slice(0, LONGEST_HEAD))?.[0] ?? '';
    const { name, group, end } = read(close, close.endsWith('/>') ? '' : part.slice(close.length));
    tally.add(end, 1);
    if (end === 'passed') passes.push(titleIn(name));
    if (end === 'failed') tally.names.push(group === '' ? name : `${group} › ${name}`);
  }
  const part = tally.part(runner);
  return part === undefined ? undefined : { ...part, passes };
}

/** Without comments and quoted texts, in which anything may look like an element. */
function withoutQuotes(text: string): string {
  const without = (all: string, open: string, close: string): string =>
    all
      .split(open)
      .map((part, at) =>
        at === 0 ? part : part.slice((part.indexOf(close) + 1 || Infinity) + close.length - 1),
      )
      .join('');
  return without(without(text, '<![CDATA[', ']]>'), '<!--', '-->');
}

const LONGEST_HEAD = 20_000;

function attribute(head: string, name: string): string | undefined {
  const [, double, single] = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`).exec(head) ?? [];
  return (double ?? single)?.replaceAll(
    /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi,
    (whole, ten, hex, word: string) => {
      const code = ten === undefined ? Number.parseInt(String(hex), 16) : Number(ten);
      const letter = code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      return word === undefined ? letter : (ENTITIES[word] ?? whole);
    },
  );
}

export const xmlReports: readonly PartReader[] = [junit, trx];
