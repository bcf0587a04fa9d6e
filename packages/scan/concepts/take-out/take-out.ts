import { machineMade } from '../../engine/files/machine-made.ts';
import type { Grammars } from '../../syntax/tree-sitter/syntax-node.ts';
import { isCode, languageOf } from '../../engine/files/languages.ts';
import { lineAt } from '../../engine/files/scanned-file.ts';
import { views } from '../../syntax/views.ts';
import {
  type Edit,
  type FunctionBody,
  type GivenAnswers,
  idle,
  type Removal,
  type TextFunctions,
} from './function-body.ts';
import { otherFunctions } from './other-functions.ts';
import { scriptFunctions } from './script-functions.ts';

/** A file on both sides of a change; null: not there. */
export type ChangedText = {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
};

export type TakenFunction = {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** Its calls are noted before it leaves, and base has a function of that name. */
  readonly isNoted: boolean;
};

export type TakenOut = {
  readonly functions: readonly TakenFunction[];
  /** The texts without these functions, by path. */
  readonly texts: ReadonlyMap<string, string>;
  /** The same texts, but what leaves the functions never runs: they do what they did. */
  readonly idle: ReadonlyMap<string, string>;
  /** Whether a program changed outside of its functions too, or is not read: a constant, a statement at the top. */
  readonly hasMore: boolean;
  /** The programs of which that is true and nothing was taken out. */
  readonly others: readonly string[];
  /** Those that were read before the change and are not any more. */
  readonly unread: readonly string[];
};

/**
 * Which functions are taken out: those that a change writes, all, or those with these names (`src/a.ts:add`), where they can
 * be given answers.
 */
export type Which = 'changed' | 'all' | ReadonlySet<string> | ReadonlyMap<string, GivenAnswers>;

/** Whether functions of such a file can be taken out. */
export function hasFunctions(path: string): boolean {
  return viewOf(path) !== undefined || isCode(languageOf(path));
}

/**
 * Takes out the functions that a change writes: new ones, and those that are not as they were. A function that only
 * moved is not changed, nor is one around a changed one. Functions that run when their file is loaded stay, unless there
 * are no others: they may be what keeps a check from seeing anything.
 */
export function takeOut(
  changes: readonly ChangedText[],
  removal: Removal,
  grammars: Grammars,
  which: Which = 'changed',
): TakenOut {
  const before = new Seen(changes, grammars);
  const texts = new Map<string, string>();
  const unchanged = new Map<string, string>();
  // Only base can say that nobody wrote a file: a change that says so of itself would go unproved.
  const files = changes.flatMap(({ path, before: old, after }) =>
    after === null || (old !== null && machineMade(path, old) !== undefined)
      ? []
      : [{ path, after, parts: partsOf(path, after, grammars) }],
  );
  const changed = files.map((file) => ({
    ...file,
    functions: outermost(
      (file.parts?.functions ?? []).filter((each) =>
        typeof which === 'string'
          ? which === 'all' || before.isNew(each)
          : which.has(`${file.path}:${each.name}`),
      ),
    ),
  }));
  const isLate = changed.some(({ functions }) => functions.some(({ isLoading }) => !isLoading));
  const functions: TakenFunction[] = [];
  for (const { path, after, functions: all } of changed) {
    const isNoted = ({ name, note }: OwnFunction): boolean => note !== undefined && before.knows(path, name);
    const noteOf = (each: OwnFunction): string => {
      const given = which instanceof Map ? which.get(`${path}:${each.name}`) : undefined;
      if (given !== undefined) return each.answer?.(given) ?? '';
      return isNoted(each) && !(which instanceof Map) ? (each.note?.() ?? '') : '';
    };
    const editsOf = (each: OwnFunction): readonly Edit[] =>
      removal === 'base' ? before.putBack(path, each, all) : each.edits(removal, noteOf(each));
    const chosen = all.filter((each) => (!isLate || !each.isLoading) && editsOf(each).length > 0);
    const text = edited(after, chosen.flatMap(editsOf));
    // An edit of ours that is not a program would prove nothing by failing.
    if (chosen.length === 0 || partsOf(path, text, grammars) === undefined) continue;
    texts.set(path, text);
    const still = chosen.flatMap((each) => idle(editsOf(each)));
    unchanged.set(path, edited(after, still));
    for (const each of chosen) {
      const { name, start } = each;
      functions.push({ file: path, name, line: lineAt(after, start), isNoted: isNoted(each) });
    }
  }
  const more = before.moreThanFunctions(files);
  return {
    functions,
    texts,
    idle: unchanged,
    hasMore: more.length > 0,
    others: more.filter((path) => !texts.has(path)),
    unread: before.notReadAnyMore(files),
  };
}

/** What the files had before the change. */
class Seen {
  readonly #functions = new Map<string, number>();
  readonly #rest = new Set<string>();
  /** Each function by its name; null: there are several. */
  readonly #texts = new Map<string, string | null>();
  readonly #read = new Set<string>();

  constructor(changes: readonly ChangedText[], grammars: Grammars) {
    for (const { path, before } of changes) {
      const found = before === null ? undefined : partsOf(path, before, grammars);
      if (found !== undefined && found.functions.length > 0) this.#read.add(path);
      for (const { own, name, start, end } of found?.functions ?? []) {
        const id = `${path}:${name}`;
        this.#functions.set(own, (this.#functions.get(own) ?? 0) + 1);
        this.#texts.set(id, this.#texts.has(id) ? null : (before?.slice(start, end) ?? null));
      }
      for (const line of found?.rest ?? []) this.#rest.add(line);
    }
  }

  /** Files in which something outside of functions is new, or that are not read. */
  moreThanFunctions(files: readonly ReadText[]): readonly string[] {
    const isNew = ({ parts }: ReadText): boolean =>
      parts?.rest.some((line) => !this.#rest.has(line)) !== false;
    return files.filter(isNew).map(({ path }) => path);
  }

  notReadAnyMore(files: readonly ReadText[]): readonly string[] {
    return files
      .filter(({ path, parts }) => parts === undefined && this.#read.has(path))
      .map(({ path }) => path);
  }

  knows(path: string, name: string): boolean {
    return this.#texts.has(`${path}:${name}`);
  }

  /** Puts base's function of the same name in its place; nothing where that is not one and the same. */
  putBack(path: string, { name, start, end }: OwnFunction, all: readonly OwnFunction[]): readonly Edit[] {
    const text = name === '' ? null : (this.#texts.get(`${path}:${name}`) ?? null);
    const isOnly = all.filter((each) => each.name === name).length === 1;
    return text === null || !isOnly ? [] : [{ start, end, text }];
  }

  /** Each function that was there stands for one. */
  isNew({ own }: OwnFunction): boolean {
    const left = this.#functions.get(own) ?? 0;
    this.#functions.set(own, left - 1);
    return left <= 0;
  }
}

type ReadText = { readonly path: string; readonly parts: Parts | undefined };

type OwnFunction = FunctionBody & {
  /** Its text without comments, blanks and the functions inside: two with the same one do the same. */
  readonly own: string;
  /** Called or handed over where its file is loaded. */
  readonly isLoading: boolean;
};

type Parts = {
  readonly functions: readonly OwnFunction[];
  /** The lines outside of all functions that do something. */
  readonly rest: readonly string[];
};

/** Undefined where the text is not a whole program of a language that is read. */
function partsOf(path: string, text: string, grammars: Grammars): Parts | undefined {
  try {
    const found = isCode(languageOf(path)) ? scriptFunctions(path, text) : foreign(path, text, grammars);
    if (found === undefined) return undefined;
    const code = blanked(text, found.comments);
    const top = outermost(found.functions);
    const rest = cut(code, top, { start: 0, end: code.length })
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !DECLARING.test(line));
    const functions = found.functions.map((each) => {
      const isLoading = top.includes(each) && runsAtLoad(each.name, rest);
      return { ...each, own: ownText(code, each, found.functions), isLoading };
    });
    return { functions, rest };
  } catch {
    // Made to exhaust whoever reads it.
    return undefined;
  }
}

function foreign(path: string, text: string, grammars: Grammars): TextFunctions | undefined {
  const language = viewOf(path);
  const grammar = language === undefined ? undefined : grammars.get(language);
  return language === undefined || grammar === undefined
    ? undefined
    : otherFunctions(language, { path, text }, grammar);
}

function viewOf(path: string): keyof typeof views | undefined {
  const language = languageOf(path) ?? '';
  return hasView(language) ? language : undefined;
}

function hasView(language: string): language is keyof typeof views {
  return Object.hasOwn(views, language);
}

/** Every place keeps its number. */
function blanked(text: string, comments: TextFunctions['comments']): string {
  let code = '';
  for (const { start, end } of comments.toSorted((a, b) => a.start - b.start))
    if (start >= code.length)
      code += text.slice(code.length, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ');
  return code + text.slice(code.length);
}

/**
 * Lines that only name, bring in or wrap something: the functions they are about are looked at themselves. A value, a choice
 * and a second statement are more than that.
 */
const DECLARING = new RegExp(
  `^(?:${[
    String.raw`[\s{}()[\];,]+`,
    String.raw`.*….*`,
    String.raw`(?:import|from|package|using|namespace)\b[^;]*;?`,
    String.raw`(?:class|interface|type|abstract|@|func\b).*`,
    String.raw`(?:public|private|internal|protected|static|export)\b(?!\s*default\b(?!\s*[A-Za-z_$][\w$]*;?$))[^=]*`,
    String.raw`export\s+(?:default\s+)?(?:abstract\s+)?(?:class|interface|type)\b.*`,
    String.raw`(?:module\.exports|exports\.\w+) =(?:[\s{},:.]|(?<![\w$])[A-Za-z_$][\w$]*(?![\w$]))*;?`,
    String.raw`["']use strict["'];?`,
    String.raw`(?:const|let|var|exports\.|module\.)?[\w$\s{},:.=]*\brequire\((?:'[^']*'|"[^"]*")\)[\w$.]*[;,]?`,
  ].join('|')})$`,
);

function runsAtLoad(name: string, rest: readonly string[]): boolean {
  if (name === '' || name === 'init') return true;
  const own = name.replace(/\.(?:constructor|__init__)$/, '').replace(/^.*\./, '');
  const used = new RegExp(
    `(?<![\\w$.])${own.replaceAll('$', '\\$')}\\s*\\(|\\((?:[^()]*,)?\\s*${own.replaceAll('$', '\\$')}\\s*[,)]`,
  );
  return /^[\w$]+$/.test(own) && rest.some((line) => used.test(line));
}

function ownText(code: string, { name, start, end }: FunctionBody, all: readonly FunctionBody[]): string {
  const isInside = (each: FunctionBody): boolean =>
    each.start >= start && each.end <= end && each.end - each.start < end - start;
  const column = start - (code.lastIndexOf('\n', start - 1) + 1);
  const lines = cut(code, outermost(all.filter(isInside)), { start, end }).split('\n');
  const outdented = (line: string): string =>
    line.slice(Math.min(column, /^\s*/.exec(line)?.[0].length ?? 0)).trimEnd();
  const kept = lines.map((line, at) => (at === 0 ? line.trimEnd() : outdented(line)));
  return `${name}:${kept.filter((line) => line !== '').join('\n')}`;
}

type Span = { readonly start: number; readonly end: number };

/** A piece of code with a mark where each of these functions was. */
function cut(code: string, functions: readonly FunctionBody[], { start, end }: Span): string {
  let text = '';
  let from = start;
  for (const each of functions) {
    text += `${code.slice(from, each.start)}…`;
    from = each.end;
  }
  return text + code.slice(from, end);
}

/** Those that are in no other one, in the order of the text. */
function outermost<T extends FunctionBody>(all: readonly T[]): readonly T[] {
  const found: T[] = [];
  for (const each of all.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (each.start >= (found.at(-1)?.end ?? 0)) found.push(each);
  return found;
}

function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end, text: put }) => left.slice(0, start) + put + left.slice(end), text);
}
