/**
 * A little project in one file, for a rule's examples: `=== path` begins a file. A line that must be found ends with
 * `<- RULE` in a comment, and what is about a whole file or project stands above all files as `finds path:0`; the mark is taken out before the rule looks. A broken bar is taken out as well: with it a
 * made-up key is none for whoever looks for keys in here.
 */
export type Fixture = {
  readonly files: ReadonlyMap<string, string>;
  /** `path:line` of every marked line, sorted. */
  readonly marked: readonly string[];
};

const MARK = /\s*(?:\/\/|#|\/\*|<!--|--|\{\/\*)?\s*<- (?<rule>[A-Z0-9]+-\d+[a-z]?)\s*(?:\*\/\}?|-->)?\s*$/;

export function readFixture(text: string, rule: string): Fixture {
  const files = new Map<string, string>();
  const marked: string[] = [];
  let path = '';
  let lines: string[] = [];
  const close = (): void => {
    if (path !== '') files.set(path, `${lines.join('\n')}\n`);
  };
  for (const line of text.replaceAll('¦', '').split('\n')) {
    const begin = /^=== (\S+)$/.exec(line)?.[1];
    if (begin !== undefined) {
      close();
      path = begin;
      lines = [];
      continue;
    }
    const whole = path === '' ? /^finds (\S+)$/.exec(line)?.[1] : undefined;
    if (whole !== undefined) marked.push(whole);
    const mark = MARK.exec(line);
    lines.push(mark === null ? line : line.slice(0, mark.index));
    if (mark?.groups?.['rule'] === rule) marked.push(`${path}:${lines.length}`);
  }
  close();
  return { files, marked: marked.toSorted() };
}

/** As much of the language as the examples of rules about libraries need; the whole of it takes long to read. */
export const standardDeclarations = `
interface Array<T> { length: number; [n: number]: T; map<U>(each: (value: T) => U): U[]; push(...items: T[]): number }
interface ReadonlyArray<T> { readonly length: number; readonly [n: number]: T }
interface Boolean {} interface CallableFunction extends Function {} interface Function { name: string }
interface IArguments {} interface NewableFunction extends Function {} interface Number { toFixed(digits?: number): string }
interface Object { toString(): string } interface RegExp {} interface Error { message: string }
interface String { length: number; trim(): string; slice(from?: number, to?: number): string }
interface Promise<T> { then<U>(next: (value: T) => U): Promise<U> }
interface PromiseLike<T> { then<U>(next: (value: T) => U): PromiseLike<U> }
interface PromiseConstructor { new <T>(run: (done: (value: T) => void) => void): Promise<T>; resolve<T>(value: T): Promise<T> }
declare var Promise: PromiseConstructor;
interface TemplateStringsArray extends ReadonlyArray<string> {}
interface Symbol {} interface SymbolConstructor { readonly iterator: unique symbol } declare var Symbol: SymbolConstructor;
interface Date { getTime(): number } interface DateConstructor { new (value?: string | number): Date } declare var Date: DateConstructor;
type Partial<T> = { [K in keyof T]?: T[K] }; type Record<K extends keyof any, T> = { [P in K]: T };
declare const console: { log(...all: unknown[]): void }; declare function require(name: string): any;
`;
