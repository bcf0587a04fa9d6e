import { type Entity, entityModel, type Field } from '../../entities/entity-model.ts';
import { wordsOf } from '../../facts/domain-words.ts';
import type { FileFacts, ProjectFacts } from '../../facts/facts.ts';
import { isCode } from '../../languages.ts';
import type { ProjectRule } from '../../rule.ts';

/** What may be null by its model, and is taken apart by code that never asks. */
export const rule: ProjectRule = {
  id: 'DB-005',
  family: 'database',
  kind: 'project',
  severity: 'HIGH',
  title: 'A part of something that may be null is used without asking',
  why: 'The model says that it may be missing: the first row without it makes the request fail.',
  fix: 'Ask first, give a default, or make the field required.',
  confidence: 'medium',
  check(project, report) {
    const asked = nullableParts(project);
    if (asked.size === 0) return;
    for (const [path, file] of project.files) {
      if (file.isTest || file.isSide || PAGES.test(file.language) || OTHERS.test(path)) continue;
      const parts = asked.get(familyOf(file));
      // Of many programs only those that work with rows are read.
      if (parts === undefined || (familyOf(file) === 'code' && !WORKS.test(path))) continue;
      const text = project.text(path) ?? '';
      const seen = new Set<string>();
      for (const [, variable = '', field = ''] of text.matchAll(PART)) {
        const entity = parts.get(`${variable}.${field}`);
        if (entity === undefined || seen.has(`${variable}.${field}`)) continue;
        seen.add(`${variable}.${field}`);
        for (const line of unasked(text, variable, field, familyOf(file)))
          report.find(
            path,
            { line },
            `${entity}.${field} may be null, and nothing here asks before this takes a part of it`,
          );
      }
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

function mayBeNull({ isNullable, isList, isId, relation, kind, default: given }: Field): boolean {
  if (!isNullable || isList || isId || given !== undefined) return false;
  return relation === undefined ? kind === 'datetime' || kind === 'date' : !relation.many;
}

/** Some let a column or relation be null where nobody says a word; only what says so was meant. */
const TELLING: Partial<Record<Entity['orm'], RegExp>> = {
  sqlalchemy: /\bNone\b|\bOptional\[|nullable=True/,
  typeorm: /nullable: true|\|\s*null\b|\?:/,
};

function isToldSo({ path, line }: Field, { orm }: Entity, project: ProjectFacts): boolean {
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
  return words.map((word, at) => (at === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1))).join('');
}

const FUNCTIONS: Readonly<Record<string, RegExp>> = {
  python: /^(?=[ \t]*(?:async[ \t]+)?def[ \t])/m,
  csharp: /^(?=[ \t]*(?:public|private|protected|internal)[ \t])/m,
  code: /^(?=(?:export[ ]+)?(?:default[ ]+)?(?:async[ ]+)?(?:function|const|class)\b|[ ]{2,4}(?:(?:public|private|protected|async|static)[ ]+)*\w+\([^;{}]*\)[^;{}]*\{$)/m,
};

/** Whoever says any of these has thought of it. */
const ASKED = /isnull|isNotNull|not: null|IS NOT NULL|AttributeError|getattr|HasValue|catch|except\b/;

/** What TypeScript calls by a model's name is often another thing of that name, unless a query has just brought it. */
function isRow(part: string, variable: string, family: string): boolean {
  if (family !== 'code') return true;
  const query = String.raw`\b${variable}\s*(?::[^=\n]+)?=\s*(?:await\s+)?[\w.!?()\s]*\.(?:find|get|query|select|load|create|update)\w*\b`;
  return new RegExp(query).test(part);
}

/** Lines that use a part of a field of a variable in functions that never ask for the field itself. */
function unasked(text: string, variable: string, field: string, family: string): readonly number[] {
  const found: number[] = [];
  const use = new RegExp(String.raw`(?<![\w.$"'])${variable}\.${field}!?\.(?!HasValue)\w`, 'g');
  // Asked as a whole, set, told to be there, or known by its key.
  const guard = new RegExp(
    String.raw`(?<![\w$])${variable}\??\.${field}(?:(?![\w.!])|\?\.|_id\b|Id\b|Id\.)|=>[^;\n]*\b${variable}\.${field}`,
  );
  let line = 1;
  for (const part of text.split(FUNCTIONS[family] ?? /$^/)) {
    const [first] = part.matchAll(use);
    if (first !== undefined && !guard.test(part) && !ASKED.test(part) && isRow(part, variable, family))
      found.push(line + part.slice(0, first.index).split('\n').length - 1);
    line += part.split('\n').length - 1;
  }
  return found;
}
