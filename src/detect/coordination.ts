import type { Coordination, FunctionProfile, InterfaceRule } from '../model/epic.ts';
import type { FileChange } from './change.ts';
import type { Detected } from './finding.ts';
import { type Definition, definitionsOf } from './code/functions.ts';
import { languageOf } from './code/language.ts';
import { masked } from './code/mask.ts';

export type CoordinationFacts = {
  readonly changes: readonly FileChange[];
  /** First parts of the paths at base. */
  readonly topLevel: ReadonlySet<string>;
  readonly matches: (glob: string, path: string) => boolean;
};

/** What all tickets of an epic agreed on, as far as code can check it (EPIC-11, EPIC-18). */
export function detectCoordination(rules: Coordination, facts: CoordinationFacts): readonly Detected[] {
  const changed = new Map(facts.changes.map((change) => [change.path, change]));
  const about = <Rule extends { readonly file: string }>(
    list: readonly Rule[],
    look: (rule: Rule, change: FileChange) => readonly Detected[],
  ) =>
    list.flatMap((rule) => {
      const change = changed.get(rule.file.replace(/^\.\//, ''));
      return change === undefined ? [] : look(rule, change);
    });
  return [
    ...prohibited(rules, facts),
    ...directories(rules, facts),
    ...about(rules.functions, checkFunction),
    ...about(rules.interfaces, checkInterface),
  ];
}

function prohibited(
  { prohibited }: Coordination,
  { changes, matches }: CoordinationFacts,
): readonly Detected[] {
  return prohibited.flatMap((rule) => {
    const folder = rule.path.replace(/^\.\//, '').replace(/\/+$/, '');
    return changes
      .filter(({ path }) => matches(rule.path, path) || path === folder || path.startsWith(`${folder}/`))
      .map(({ path }) => ({
        rule: 'prohibited-change',
        severity: 'HIGH' as const,
        file: path,
        message: `The epic forbids changes here: ${rule.reason}`,
        evidence: rule.path,
        fix: 'Revert the change and find a way that leaves this file as it is.',
      }));
  });
}

function directories(
  { directories }: Coordination,
  { changes, topLevel }: CoordinationFacts,
): readonly Detected[] {
  if (directories.length === 0) return [];
  const named = new Set(directories.map(({ path }) => path.replace(/^\.\//, '').split('/')[0] ?? ''));
  const seen = new Set<string>();
  return changes.flatMap(({ path, before }) => {
    const [top = '', ...rest] = path.split('/');
    if (before !== null || rest.length === 0 || topLevel.has(top) || named.has(top) || seen.has(top))
      return [];
    seen.add(top);
    const list = directories.map((rule) => `${rule.path}: ${rule.purpose}`).join('\n');
    return [
      {
        rule: 'directory-structure',
        severity: 'HIGH' as const,
        file: path,
        message: `The folder "${top}" is new and not one of those the epic has agreed on.`,
        evidence: list,
        fix: 'Put the file into the folder that the epic names for its purpose.',
      },
    ];
  });
}

function checkFunction(rule: FunctionProfile, { path, before, after }: FileChange): readonly Detected[] {
  const old = before?.text === undefined ? [] : definitionsOf(path, before.text, rule.name);
  const now = after?.text === undefined ? [] : definitionsOf(path, after.text, rule.name);
  if (old === undefined || now === undefined) return [unread(path, `the function ${rule.name}`)];
  if (now.length === 0) return old.length === 0 ? [notThere(path, rule.name)] : [gone(path, rule)];
  const { arity } = rule;
  if (arity === null || now.some((each) => each.arity === arity)) return [];
  const known = now.filter((each): each is Definition & { arity: number } => each.arity !== null);
  const [first] = known;
  if (first === undefined) return [unread(path, `the parameters of ${rule.name}`)];
  return [
    {
      rule: 'function-arity',
      severity: 'HIGH',
      file: path,
      line: first.line,
      message: `${rule.name} takes ${first.arity} parameters; the epic agreed on ${arity} (${rule.intent}). Other tickets call it that way.`,
      evidence: after?.text?.split('\n')[first.line - 1]?.trim() ?? '',
      fix: `Give ${rule.name} exactly ${arity} parameters.`,
    },
  ];
}

function gone(path: string, rule: FunctionProfile): Detected {
  return {
    rule: 'function-removed',
    severity: 'HIGH',
    file: path,
    message: `${rule.name} was defined here and is gone; the epic agreed on it (${rule.intent}).`,
    evidence: rule.name,
    fix: `Define ${rule.name} in this file again.`,
  };
}

function notThere(path: string, name: string): Detected {
  return {
    rule: 'function-not-there',
    severity: 'INFO',
    file: path,
    message: `The epic agreed on ${name} in this file, and it is not there yet.`,
    evidence: name,
    fix: '',
  };
}

function unread(path: string, what: string): Detected {
  return {
    rule: 'not-checked',
    severity: 'INFO',
    file: path,
    message: `${what} was not checked: this file could not be parsed.`,
    evidence: what,
    fix: '',
  };
}

function checkInterface(rule: InterfaceRule, { path, before, after }: FileChange): readonly Detected[] {
  if (languageOf(path) === undefined) return [unread(path, `the signature of ${rule.name}`)];
  const wanted = folded(rule.signature, path);
  const has = (text: string | undefined) => text !== undefined && folded(text, path).includes(wanted);
  if (wanted === '' || has(after?.text)) return [];
  const line = lineOf(after?.text, rule.name);
  if (line === 0 && !has(before?.text)) return [notThere(path, rule.name)];
  return [
    {
      rule: 'interface-changed',
      severity: 'HIGH',
      file: path,
      line,
      message: `The signature of ${rule.name} is not the one the epic agreed on; other tickets rely on it.`,
      evidence: `agreed: ${rule.signature}`,
      fix: 'Restore the agreed signature.',
    },
  ];
}

/** Without comments, and with spaces only where two words meet. */
function folded(text: string, path: string): string {
  const language = languageOf(path);
  const code = language === undefined ? text : uncommented(text, masked(text, language));
  return code
    .replace(/\s+/g, ' ')
    .replace(/ ?([^\w$ ]) ?/g, '$1')
    .replace(/^[;,]+|[;,{]+$/g, '')
    .trim();
}

/** Strings are part of a signature (`'a' | 'b'`), comments are not. */
function uncommented(text: string, code: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[^]*?\*\/|(?<=^|\s)#[^\n]*/g, (comment, at: number) =>
    code.slice(at, at + comment.length).trim() === '' ? ' ' : comment,
  );
}

function lineOf(text: string | undefined, name: string): number {
  const lines = text?.split('\n') ?? [];
  return lines.findIndex((line) => line.split(/[^\w$]+/).includes(name)) + 1;
}
