import type { ProjectFacts } from '../../engine/facts.ts';
import type { UnsavedFact } from '../../concepts/persistence/typescript.ts';
import { isCode } from '../../engine/files/languages.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** What a request or a command changes in memory only. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const families = new Set<string>();
    for (const { savers, language } of project.files.values())
      if (savers.length > 0) families.add(familyOf(language));
    for (const [path, { unsaved, language, isTest, isSide }] of project.files) {
      if (isTest || isSide) continue;
      for (const each of unsaved) {
        if (!isKept(each, project)) continue;
        if (families.has(familyOf(language))) report.unresolved('changes that request middleware may save');
        else if (mayBeSaved(each, path, project))
          report.unresolved('changes that a caller or a repository may save');
        else report.find(path, { line: each.line }, messageOf(each));
      }
    }
  },
};

/** What is called a context counts where the project declares it as one of Entity Framework. */
function isKept({ context }: UnsavedFact, project: ProjectFacts): boolean {
  if (context === undefined || context.endsWith('DbContext')) return true;
  const declared = new RegExp(String.raw`\bclass\s+${context}\b[^{]*DbContext`);
  return [...project.files].some(
    ([each, { language }]) => language === 'csharp' && declared.test(project.text(each) ?? ''),
  );
}

function familyOf(language: string): string {
  return isCode(language) ? 'code' : language;
}

function messageOf({ what, how, of }: UnsavedFact): string {
  const where = of === '' ? 'here' : `in ${of}`;
  if (how === 'unwaited') return `${what}() is called ${where} and not awaited: it never runs`;
  if (how === 'lazy') return `The query of ${what}() is built and never sent: it is not awaited`;
  if (how === 'made') return `${what} is made ${where} and never saved`;
  if (how === 'added') return `${what} gets a change ${where}, and nothing saves it`;
  return `${what} is changed ${where} and never saved`;
}

const SAVES =
  /\.(?:SaveChanges\w*|SaveEntities\w*|Commit\w*|Complete\w*|Save\w*|commit|save\w*|flush|persist\w*)\s*\(/;

function mayBeSaved(fact: UnsavedFact, path: string, project: ProjectFacts): boolean {
  if (fact.isHandler) return false;
  const callers = callersOf(fact.of, path, project);
  if (fact.isReturned !== true) return callers.some(saves);
  return callers.length === 0 || callers.some(savesOrGives);
}

/** A caller of Java whose transaction writes all that was changed, and one of Go that has other words for it. */
const SAVES_TOO = /@Transactional\b|^func [^]*\.(?:Update|Exec|Put|Store|Upsert)\w*\(/;

function saves(text: string): boolean {
  return SAVES.test(text) || SAVES_TOO.test(text);
}

/** Whoever gets it back and hands it to anything but what shows it may have it saved there. */
function savesOrGives(text: string): boolean {
  return saves(text) || !/\b(?:\w*Serializer|JsonResponse|Response|render|model_to_dict)\(/.test(text);
}

const PYTHON_FUNCTION = /^(?=[ \t]*(?:async[ \t]+)?def[ \t])/m;

const CSHARP_MEMBER = /^(?=[ \t]*(?:public|private|protected|internal)[ \t])/m;

/** A declaration at the top, or a method one step in; a part that is too long only makes us more careful. */
const CODE_FUNCTION =
  /^(?=(?:export[ ]+)?(?:default[ ]+)?(?:async[ ]+)?(?:function|const|class)\b|(?:[ ]{2,4}|\t)(?:(?:public|private|protected|async|static|readonly)[ ]+)*\w+[ ]*(?:=[ ]*(?:async[ ]*)?\(|\([^;{}]*\)[^;{}]*\{$))/m;

/** An empty line between members keeps the annotations of a method with it. */
const JAVA_MEMBER = /(?<=\})[ \t]*\r?\n\s*\n/;

const FUNCTIONS: Readonly<Record<string, RegExp>> = {
  python: PYTHON_FUNCTION,
  csharp: CSHARP_MEMBER,
  java: JAVA_MEMBER,
  go: /^(?=func )/m,
};

/** Where it is called: the functions around. */
function callersOf(name: string, path: string, project: ProjectFacts): readonly string[] {
  if (name === '') return [];
  const family = familyOf(project.files.get(path)?.language ?? '');
  // A type before the name makes it a declaration in C#.
  const before =
    family === 'csharp'
      ? String.raw`(?:\.|\b(?:await|return)\s+|[=(,!>]\s*(?<!\w>\s*))`
      : String.raw`(?:\.|\b(?<!def |function |async ))`;
  const called = new RegExp(String.raw`${before}${name}\s*\(`);
  const found: string[] = [];
  for (const [other, { language, isTest }] of project.files) {
    if (isTest || familyOf(language) !== family) continue;
    const text = project.text(other) ?? '';
    if (!text.includes(name)) continue;
    const own = other === path ? text.replace(new RegExp(String.raw`\b${name}\s*\(`), '') : text;
    const calls = withoutSessions(withoutRepositories(own, name), name);
    const parts = calls.split(FUNCTIONS[language] ?? CODE_FUNCTION);
    found.push(...parts.filter((part) => called.test(part)));
  }
  return found;
}

/** `this.orders.create(…)` of a repository is not a call of the service's own `create`. */
function withoutRepositories(text: string, name: string): string {
  const holders = [...text.matchAll(/\b(\w+)\s*:\s*(?:Repository|Model)</g)].map(([, holder]) => holder);
  if (holders.length === 0) return text;
  return text.replaceAll(new RegExp(String.raw`\bthis\.(?:${holders.join('|')})\.${name}\s*\(`, 'g'), '');
}

/** `session.add(…)` is not a call of a repository's own `add`. */
function withoutSessions(text: string, name: string): string {
  return text.replaceAll(new RegExp(String.raw`\b\w*(?:[sS]ession|db)\.${name}\s*\(`, 'g'), '');
}
