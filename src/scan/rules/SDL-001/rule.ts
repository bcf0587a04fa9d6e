import { entityModel } from '../../entities/entity-model.ts';
import type { ProjectFacts } from '../../facts/facts.ts';
import type { UnsavedFact } from '../../facts/unsaved.ts';
import { isCode } from '../../languages.ts';
import type { ProjectCheck } from '../../rule.ts';

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
        if (!isKept(each, path, project)) continue;
        if (families.has(familyOf(language))) report.unresolved('changes that request middleware may save');
        else if (mayBeSaved(each, path, project))
          report.unresolved('changes that a caller or a repository may save');
        else report.find(path, { line: each.line }, messageOf(each));
      }
    }
  },
};

/** What is only called as an entity is one if the project has it. */
function isKept({ entity, context }: UnsavedFact, path: string, project: ProjectFacts): boolean {
  if (context !== undefined && !context.endsWith('DbContext')) {
    const declared = new RegExp(String.raw`\bclass\s+${context}\b[^{]*DbContext`);
    const isDeclared = [...project.files].some(
      ([each, { language }]) => language === 'csharp' && declared.test(project.text(each) ?? ''),
    );
    if (!isDeclared) return false;
  }
  if (entity === undefined) return true;
  const found = entityModel(project).entity(entity.name, path);
  if (found === undefined || found.isTest) return false;
  return entity.field === undefined || found.fields.some(({ name }) => name === entity.field);
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
  if (fact.through !== undefined && savesItself(fact.through, project) !== false) return true;
  if (fact.isHandler) return false;
  const callers = callersOf(fact.of, path, project);
  if (fact.isReturned !== true) return callers.some(saves);
  if (fact.entity !== undefined) return callers.length === 0 || callers.some((text) => keeps(text, fact.of));
  return callers.length === 0 || callers.some(savesOrGives);
}

/** Whether a caller stores something, or hands on what it got to anything but what shows it. */
function keeps(text: string, name: string): boolean {
  if (
    saves(text) ||
    /\.(?:add|add_all|merge|Add\w*|bulk_\w+|update\w*|Update\w*|append|insert\w*)\s*\(/.test(text)
  )
    return true;
  const taken = new RegExp(String.raw`(\w+)\s*=\s*(?:await\s+)?(?:[\w.]+\.)?${name}\s*\(`).exec(text)?.[1];
  const shown = text.replaceAll(
    /\b(?:\w*Serializer|\w*[sS]chema\w*(?:\.\w+)?|JsonResponse|JSONResponse|Response|jsonify|render\w*|model_to_dict|model_validate|Ok|Created\w*|Results\.\w+|TypedResults\.\w+|\w+(?:Out|Read|Response|Dto|DTO))\s*\(/g,
    '|',
  );
  if (taken === undefined)
    return new RegExp(String.raw`[(,]\s*(?:await\s+)?(?:[\w.]+\.)?${name}\s*\(`).test(shown);
  return new RegExp(String.raw`[(,]\s*${taken}\s*[,)]`).test(shown);
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

/** Whether a repository saves what it is told; undefined when its code is not found. */
function savesItself(type: string, project: ProjectFacts, isBase = false): boolean | undefined {
  const name = type.replace(/^I(?=[A-Z])/, '');
  const declared = new RegExp(
    isBase
      ? String.raw`\bclass\s+${type}\b`
      : String.raw`\bclass\s+\w*${name}\w*\b|\bclass\s+\w+[^{]*:\s*[^{]*\b${type}\b`,
  );
  let isFound = false;
  for (const [path, { language, isTest }] of project.files) {
    if (isTest || language !== 'csharp') continue;
    const text = project.text(path) ?? '';
    if (!declared.test(text)) continue;
    isFound = true;
    if (SAVES.test(text)) return true;
    // A repository that keeps no context writes at once.
    if (!/Context\b|\bDbSet\b/.test(text) && /\.(?:Execute|Query)\w*\(/.test(text)) return true;
    const base = new RegExp(
      String.raw`\bclass\s+(?:\w*${name}\w*[^{:]*:\s*(?!I[A-Z])(\w+)|\w+[^{:]*:\s*(?!I[A-Z])(\w+)[^{]*\b${type}\b)`,
    )
      .exec(text)
      ?.slice(1)
      .find((each) => each !== undefined);
    // A base class of a library may save, whatever is seen here.
    if (base !== undefined && base !== name && savesItself(base, project, true) !== false) return true;
  }
  return isFound ? false : undefined;
}
