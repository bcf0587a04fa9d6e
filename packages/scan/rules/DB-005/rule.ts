import { type Entity, entityModel, type EntityField } from '../../concepts/entities/model/entity-model.ts';
import { capital, wordsOf } from '../../concepts/values/domain-words.ts';
import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import { isCode } from '../../engine/files/languages.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** What may be null by its model, and is taken apart by code that never asks. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const asked = nullableParts(project);
    if (asked.size === 0) return;
    for (const [path, file] of project.files) {
      if (file.isTest || file.isSide || PAGES.test(file.language) || OTHERS.test(path)) continue;
      const family = familyOf(file);
      const parts = asked.get(family);
      if (parts === undefined) continue;
      // Of many programs only those that work with rows are read.
      const isRead = family !== 'code' || WORKS.test(path);
      const text = isRead || BRINGS.test(project.text(path) ?? '') ? (project.text(path) ?? '') : '';
      for (const { line, name } of unaskedIn(text, family, parts, isRead))
        report.find(path, { line }, `${name} may be null, and this accesses a member of it without a check`);
    }
  },
};

const PART = /(?<![\w.$"'])([a-z]\w*)\.(\w+)!?\.\w/g;
const WORKS =
  /service|repositor|controller|route|handler|api|server|job|task|worker|resolver|use-?case|order|manager|lib\//i;

/** `booking.coach` and what it is of, for every language whose ORM says that it may be null. */
function nullableParts(project: ProjectFacts): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const entity of entityModel(project).entities) {
    const family = LANGUAGES.get(entity.orm);
    if (family === undefined || entity.isTest || entity.isSide) continue;
    const parts = found.get(family) ?? new Map<string, string>();
    found.set(family, parts);
    for (const field of entity.fields)
      if (mayBeNull(field) && isToldSo(field, entity, project))
        parts.set(`${variableOf(entity, family)}.${field.name}`, entity.name);
  }
  return found;
}

const LANGUAGES: ReadonlyMap<Entity['orm'], string> = new Map([
  ['django', 'python'],
  ['sqlalchemy', 'python'],
  ['efcore', 'csharp'],
  ['prisma', 'code'],
  ['typeorm', 'code'],
  ['drizzle', 'code'],
]);

/** What pages get was made into something else on its way. */
const PAGES = /^(?:tsx|jsx|vue|svelte)$/;
const OTHERS = /(?:^|\/)[\w-]*(?:migrations?|alembic|versions|frontend|client|web|ui)\//i;

function familyOf({ language }: FileFacts): string {
  return isCode(language) ? 'code' : language;
}

function mayBeNull({ isNullable, isList, isId, relation, kind, default: given }: EntityField): boolean {
  if (!isNullable || isList || isId || given !== undefined) return false;
  return relation === undefined ? kind === 'datetime' || kind === 'date' : !relation.many;
}

/** Some let a column or relation be null where nobody says a word; only what says so was meant. */
const TELLING: Partial<Record<Entity['orm'], RegExp>> = {
  sqlalchemy: /\bNone\b|\bOptional\[|nullable=True/,
  typeorm: /nullable: true|\|\s*null\b|\?:/,
};

function isToldSo({ path, line }: EntityField, { orm }: Entity, project: ProjectFacts): boolean {
  const telling = TELLING[orm];
  if (telling === undefined) return true;
  const lines = (project.text(path) ?? '').split('\n');
  // Decorators stand above what they are about, or over several lines.
  const around = orm === 'typeorm' ? lines.slice(Math.max(0, line - 3), line + 2) : [lines[line - 1] ?? ''];
  return telling.test(around.join('\n'));
}

/** `booking` of `Booking`, `room_booking` of Python's `RoomBooking`. */
function variableOf({ name }: Entity, language: string): string {
  const words = wordsOf(name);
  if (language === 'python') return words.join('_');
  return words.map((word, at) => (at === 0 ? word : capital(word))).join('');
}

const FUNCTIONS: Readonly<Record<string, RegExp>> = {
  python: /^(?=[ \t]*(?:async[ \t]+)?def[ \t])/m,
  csharp: /^(?=[ \t]*(?:public|private|protected|internal)[ \t])/m,
  code: /^(?=(?:export[ ]+)?(?:default[ ]+)?(?:async[ ]+)?(?:function|const|class)\b|[ ]{2,4}(?:(?:public|private|protected|async|static)[ ]+)*\w+\([^;{}]*\)[^;{}]*\{$)/m,
};

/** Whoever says any of these has thought of it. */
const ASKED = /isnull|isNotNull|(?:n|isN)ot: null|IS NOT NULL|AttributeError|getattr|HasValue|catch|except\b/;

/** What TypeScript calls by a model's name is often another thing of that name, unless a query has just brought it. */
function isRow(part: string, variable: string, family: string): boolean {
  if (family !== 'code') return true;
  const query = String.raw`\b${variable}\s*(?::[^=\n]+)?=\s*(?:await\s+)?[\w.!?()\s]*\.(?:find|get|query|select|load|create|update)\w*\b`;
  return new RegExp(query).test(part);
}

/** Calls of Prisma that bring rows: the variable, or the list, that has them, and the model. */
const BRINGS =
  /\b(\w+)\s*(?::[^=\n]+)?(?:=|\bof)\s*(?:await\s+)[\w.]+\.(\w+)\.(?:find|create|update|upsert)\w*\(/;
const EACH =
  /\bof\s+(\w+)\s*\)|\b(\w+)\.(?:map|forEach|flatMap|filter|find|some|every)\(\s*(?:async\s*)?\(?(\w+)/;

/** Variables that hold rows of a model, by what was asked for and not by their names: also those of a loop over them. */
function rowsIn(part: string): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  for (const [, variable = '', model = ''] of part.matchAll(new RegExp(BRINGS, 'g')))
    rows.set(variable, model);
  for (const [whole, looped, list, each] of part.matchAll(new RegExp(EACH, 'g'))) {
    const model = rows.get(looped ?? list ?? '');
    const element = each ?? new RegExp(String.raw`\b(\w+)\s+${whole.replace(')', '')}`).exec(part)?.[1];
    if (model !== undefined && element !== undefined) rows.set(element, model);
  }
  return rows;
}

/** What a nullable value of C# has itself. */
const VALUE = /^\w+\.\w+\.(?:HasValue|GetValueOrDefault)\b/;

type Unasked = { readonly line: number; readonly name: string };

/** Lines that use a part of a nullable field of a row in functions that never ask for the field itself. */
function unaskedIn(
  text: string,
  family: string,
  parts: ReadonlyMap<string, string>,
  isRead: boolean,
): readonly Unasked[] {
  const found: Unasked[] = [];
  let line = 1;
  for (const part of text === '' ? [] : text.split(FUNCTIONS[family] ?? /$^/)) {
    const rows = family === 'code' ? rowsIn(part) : new Map<string, string>();
    const seen = new Set<string>();
    for (const { 1: variable = '', 2: field = '', index } of part.matchAll(PART)) {
      const brought = parts.get(`${rows.get(variable) ?? ''}.${field}`);
      const entity = brought ?? parts.get(`${variable}.${field}`);
      if (entity === undefined || seen.has(`${variable}.${field}`) || VALUE.test(part.slice(index))) continue;
      seen.add(`${variable}.${field}`);
      if (brought === undefined && (!isRead || !isRow(part, variable, family))) continue;
      if (!isAsked(part, variable, field, brought !== undefined))
        found.push({ line: line + part.slice(0, index).split('\n').length - 1, name: `${entity}.${field}` });
    }
    line += part.split('\n').length - 1;
  }
  return found;
}

/** Asked as a whole, set, told to be there, or known by its key; in a query of EF Core the database asks. */
function isAsked(part: string, variable: string, field: string, isBrought: boolean): boolean {
  const guard = new RegExp(String.raw`(?<![\w$])${variable}\??\.${field}(?:(?![\w.!])|\?\.|_id\b|Id\b|Id\.)`);
  const lambda = new RegExp(String.raw`=>[^;\n]*\b${variable}\.${field}`);
  return guard.test(part) || ASKED.test(part) || (!isBrought && lambda.test(part));
}
