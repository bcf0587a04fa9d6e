import { short } from './condition-sites.ts';
import type { PlantingPlace } from './kinds.ts';

/** A text of a language without a syntax tree here: as it is, and with strings and comments blanked. */
export type TextLines = {
  readonly language: 'python' | 'go' | 'java' | 'csharp';
  readonly texts: readonly string[];
  readonly codes: readonly string[];
  /** Where each line begins. */
  readonly starts: readonly number[];
};

/** Shorter bodies are hardly anything, longer ones no slip. */
const FEWEST = 2;
const MOST = 40;

/** Functions that do nothing any more, by how their language begins and ends one. */
export function emptiedFunctions(lines: TextLines): readonly PlantingPlace[] {
  return lines.codes.flatMap((code, index) => {
    const answer = answerOf(lines.language, code);
    if (answer === undefined) return [];
    const end = endOfBody(lines, index);
    const many = end - index - 1;
    if (many < FEWEST || many > MOST) return [];
    const start = lines.starts[index + 1] ?? 0;
    const isIndented = lines.language === 'python';
    const stop = lines.starts[end] ?? 0;
    const indent = /^\s*/.exec(lines.texts[index + 1] ?? '')?.[0] ?? '';
    const text = answer === '' && !isIndented ? '' : `${indent}${answer}\n`;
    const name = /([\w$]+)\s*\(/.exec(code)?.[1] ?? 'the function';
    const what = `the body of ${short(name)} was removed`;
    return [{ kind: 'removed-behaviour' as const, start, end: stop, text, what }];
  });
}

/** What such a function could answer; empty: nothing; undefined: it is none, or nobody could say. */
function answerOf(language: TextLines['language'], code: string): string | undefined {
  if (language === 'python')
    return /^\s*(?:async )?def \w+\(.*\).*:\s*$/.test(code) ? 'return None' : undefined;
  if (language === 'go') {
    const found = /^func (?:\([^)]*\) )?\w+\([^()]*\) ?([\w*.[\]]*) ?\{\s*$/.exec(code);
    if (found === null) return undefined;
    const type = found[1] ?? '';
    if (type === '') return '';
    if (type === 'error' || /^[*[]/.test(type)) return 'return nil';
    return type === 'bool'
      ? 'return true'
      : type === 'string'
        ? 'return ""'
        : type === 'int'
          ? 'return 0'
          : undefined;
  }
  const found =
    /^\s+(?:(?:public|private|protected|internal|static|final|override|virtual|async|synchronized) )+([\w<>[\], ?.]+) \w+\([^()]*\)[^;={]*\{\s*$/.exec(
      code,
    );
  return found === null ? undefined : classAnswer(found[1] ?? '');
}

function classAnswer(type: string): string | undefined {
  if (type === 'void') return '';
  if (/^(?:class|interface|enum|record|new|Task|ValueTask)\b/.test(type)) return undefined;
  if (/^bool(?:ean)?$/.test(type)) return 'return true;';
  return /^(?:int|long|short|byte|double|float|decimal)$/.test(type) ? 'return 0;' : 'return null;';
}

/** The line that closes what a line opens, by its indentation; for Python the first that is not inside any more. */
function endOfBody({ codes, language, texts }: TextLines, index: number): number {
  const depth = (text: string): number => /^\s*/.exec(text)?.[0].length ?? 0;
  const own = depth(codes[index] ?? '');
  const isAfter = (at: number): boolean => {
    const code = codes[at] ?? '';
    // A string over several lines is blank where it stands.
    if ((texts[at] ?? '').trim() === '') return false;
    if (language === 'python') return depth(texts[at] ?? '') <= own;
    return depth(code) === own && /^\s*\}/.test(code);
  };
  let at = index + 1;
  while (at < codes.length && !isAfter(at)) at += 1;
  return at < codes.length ? at : index;
}

type Skipping = {
  readonly at: RegExp;
  readonly before?: string;
  readonly instead?: string;
  readonly after?: string;
};

const SKIPPED: Readonly<Record<TextLines['language'], Skipping>> = {
  python: { at: /^\s*(?:async )?def test_\w+\(/, before: '@pytest.mark.skip\n' },
  go: { at: /^func Test\w+\(t \*testing\.T\) \{\s*$/, after: '\n\tt.Skip("later")' },
  java: { at: /^\s*@Test\s*$/, instead: '@Disabled @Test' },
  csharp: { at: /^\s*\[Fact\]\s*$/, instead: '[Fact(Skip = "later")]' },
};

/** Tests that are not run any more. */
export function skippedTests({ language, codes, texts, starts }: TextLines): readonly PlantingPlace[] {
  const { at, before, instead, after } = SKIPPED[language];
  return codes.flatMap((code, index) => {
    if (!at.test(code)) return [];
    const text = texts[index] ?? '';
    const indent = /^\s*/.exec(text)?.[0] ?? '';
    const [begin, end] = [(starts[index] ?? 0) + indent.length, (starts[index] ?? 0) + text.trimEnd().length];
    const what = `${short(instead === undefined ? text.trim() : (texts[index + 1] ?? '').trim())} is not run any more`;
    if (before !== undefined)
      return [{ kind: 'skipped-test' as const, start: begin, end: begin, text: `${before}${indent}`, what }];
    if (after !== undefined) return [{ kind: 'skipped-test' as const, start: end, end, text: after, what }];
    return [{ kind: 'skipped-test' as const, start: begin, end, text: instead ?? '', what }];
  });
}
