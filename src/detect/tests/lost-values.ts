import type { FileChange } from '../change.ts';
import { without } from './compare-cases.ts';
import { languageOf } from '../code/language.ts';
import { suiteOf } from './suite.ts';
import { testWords } from './test-words.ts';

/**
 * What a changed test file no longer compares with: values that are written out, kinds of errors, comparisons and
 * assertions, less those that another changed test has now. Cases that are gone or renamed are for other rules.
 */
export function lostValues(change: FileChange, tests: readonly FileChange[]): readonly string[] {
  const { path, before, after } = change;
  if (before?.text === undefined || after?.text === undefined) return [];
  const titles = new Set(suiteOf(path, after.text)?.cases.map(({ name }) => name));
  const gone =
    suiteOf(path, before.text)?.cases.filter(({ name }) => name !== null && !titles.has(name)) ?? [];
  const old = gone.reduce((text, { body }) => text.replace(body?.text ?? '', ''), before.text);
  const now = tests.flatMap((each) => valuesIn(each.path, each.after?.text ?? ''));
  const others = tests.filter((each) => each.path !== path);
  const known = others.flatMap((each) => valuesIn(each.path, each.before?.text ?? ''));
  return without(valuesIn(path, old), without(now, known));
}

const VALUE =
  /(["'`])((?:\\.|(?!\1)[^\\])*)\1|(?<![\w.])-?\d[\w.]*|\b(?:true|false|nil|null|None|True|False|undefined)\b|\b\w*(?:Error|Exception|Warning)\b|\bErr[A-Z]\w*|[!=]==?/g;
/** Comments, modules and messages compare nothing. */
const OTHER =
  /^\s*(?:\/[/*]|\*|#|import\b|from\b|(?:const|let|var)\b.*\brequire\(|package\b|(?:[\w.]+ )?"[\w./-]+"$)|\b(?:t|b)\.(?:Error|Fatal|Log|Skip|Run)f?\(|\bprint(?:ln|f)?\(|\bconsole\.|^\s*(?:it|test|describe|suite|context)\b/;

function valuesIn(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  if (language === undefined) return [];
  const { assertions } = testWords[language];
  return text
    .split('\n')
    .filter((line) => !OTHER.test(line))
    .flatMap((line) => [
      ...[...line.matchAll(VALUE)].map(([all, quote, said]) => (quote === undefined ? all : `"${said}"`)),
      ...[...line.matchAll(assertions)].map(() => 'an assertion'),
    ]);
}
