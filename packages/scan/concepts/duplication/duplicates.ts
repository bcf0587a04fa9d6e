import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import { isCode } from '../../engine/files/languages.ts';
import { scriptOf } from '../../syntax/typescript/parse-code.ts';
import { cloneClasses, clonePairs, fingerprints, Index, linesOf } from './clones.ts';
import { plainTokens } from './plain-tokens.ts';
import { Numbers, scriptTokens, type Tokens } from './tokens.ts';

/** A stretch of lines that stands in several files. */
export type Duplicate = { readonly places: readonly DuplicatedLines[] };

export type DuplicatedLines = { readonly path: string; readonly line: number; readonly lines: number };

/** Where the same is written again for good reason: what is kept as it was, and what is no program. */
const LEFT_OUT =
  /(?:^|\/)(?:migrations?|locales?|i18n|lang|translations|vendor|third[_-]party|public|static|assets|wwwroot|generated|__generated__|fixtures|\.[^/]+)\/|\.(?:config|conf|d|gen|generated|designer)\.\w+$|(?:^|\/)\.[^/]+$/i;
const PLAIN = /^(?:python|csharp|java|go)$/;

/** Every class of duplicated stretches, once each. */
export function duplicatesOf(project: ProjectFacts): readonly Duplicate[] {
  const files = [...project.files.values()].filter(isLookedAt).sort((a, b) => (a.path < b.path ? -1 : 1));
  const numbers = new Numbers();
  const index = new Index();
  for (const [number, file] of files.entries()) {
    const tokens = tokensOf(file, project, numbers);
    if (tokens !== undefined) fingerprints(tokens, (hash, at) => index.add(hash, number, at));
  }
  // Only files with something in common are looked at again.
  const known = new Map<number, Tokens>();
  const again = (number: number): Tokens => {
    const before = known.get(number);
    if (before !== undefined) return before;
    const file = files[number];
    const tokens = (file === undefined ? undefined : tokensOf(file, project, numbers)) ?? NONE;
    known.set(number, tokens);
    return tokens;
  };
  const all = cloneClasses(clonePairs(index.groups(), again)).map((stretches) => ({
    places: stretches.map(({ file, from, to }) => {
      const tokens = again(file);
      const begin = wholeLine(from, to, tokens.lines);
      const line = tokens.lines[begin] ?? 0;
      return { path: files[file]?.path ?? '', line, lines: linesOf(begin, to, tokens) };
    }),
  }));
  return all.filter(({ places }) => !areVersions(places));
}

const VERSION = /(?<=^|[/._-])(?:v\d+(?:[._]\d+)*|\d{4}[-_]\d{2}[-_]\d{2})(?=[/._-])/gi;

/** What `util.ts` is compiled to has its name. */
const nameOf = ({ path }: DuplicatedLines): string =>
  path.replaceAll(VERSION, 'v').replace(/\.[cm]?[jt]sx?$/, '');

/** `Api.V3/Series.cs` and `Api.V5/Series.cs`: an old version is kept as it was, whatever becomes of the new one. */
function areVersions(places: readonly DuplicatedLines[]): boolean {
  const names = new Set(places.map(({ path }) => path));
  return names.size > 1 && new Set(places.map(nameOf)).size === 1;
}

/** Where the first whole line of a stretch begins: what ends the line before it says nothing. */
function wholeLine(from: number, to: number, lines: Int32Array): number {
  if (from === 0 || lines[from] !== lines[from - 1]) return from;
  let at = from;
  while (at < to - 1 && lines[at] === lines[from]) at += 1;
  return at;
}

const NONE: Tokens = {
  codes: new Int32Array(0),
  lines: new Int32Array(0),
  kinds: new Uint8Array(0),
};

function isLookedAt({ path, language, isTest, isSide }: FileFacts): boolean {
  return !isTest && !isSide && (isCode(language) || PLAIN.test(language)) && !LEFT_OUT.test(path);
}

function tokensOf(
  { path, language }: FileFacts,
  project: ProjectFacts,
  numbers: Numbers,
): Tokens | undefined {
  const text = project.text(path);
  if (text === undefined || text.length < 200) return undefined;
  if (PLAIN.test(language)) return plainTokens(text, language, numbers);
  const isWhole = language !== 'vue' && language !== 'svelte';
  const isPage = language === 'tsx' || language === 'jsx' || language === 'javascript';
  return scriptTokens(isWhole ? text : scriptOf(text), isPage, numbers);
}
