import type { ProjectFacts } from '../../engine/facts.ts';
import { fitsOf } from '../requests/alignment.ts';
import { namedByClient } from './client-types.ts';
import { crossReference } from '../requests/cross-reference.ts';
import { declaredTypes, type DeclaredType } from './declared-types.ts';
import { type ListedField, sameName, sharedFields } from './field-lists.ts';
import { openApiRows } from './open-api.ts';
import { routePaths } from '../routes/model/paths.ts';
import { type Promised, type ServiceRow, serviceRows } from './promised-rows.ts';
import { sidesOf } from '../requests/sides.ts';
import { memoPerProject } from '../../engine/incremental/memo.ts';
import { wordSet } from '../../engine/words.ts';

/** Something a contract promises and the code does not keep. */
export type Breach = {
  readonly rule: 'API-001' | 'API-002' | 'API-003' | 'API-004';
  readonly file: string;
  readonly line: number;
  readonly message: string;
};

export type Contracts = { readonly breaches: readonly Breach[]; readonly unresolved: readonly string[] };

/** Every service that a document promises, held against the types of both sides; done once for all rules that ask. */
export const contracts = memoPerProject(judged);

function judged(project: ProjectFacts): Contracts {
  const rows = [...tableRows(project), ...openApiRows(project)];
  if (rows.length === 0) return { breaches: [], unresolved: [] };
  const breaches: Breach[] = [];
  const unresolved: string[] = [];
  const { routes } = crossReference(project);
  const sides = sidesOf(project);
  for (const row of rows) {
    const [path] = routePaths(row.endpoint);
    const isServed =
      path !== undefined && fitsOf({ segments: path.segments, isOpen: false }, routes).length > 0;
    if (!isServed) {
      unresolved.push('endpoints of the contract that no route serves');
      continue;
    }
    breaches.push(
      ...backendBreaches(project, row, sides.backend),
      ...frontendBreaches(project, namedByClient(project, row, sides.frontend), sides.frontend),
    );
  }
  return { breaches, unresolved };
}

function tableRows(project: ProjectFacts): readonly ServiceRow[] {
  return [...project.files.keys()]
    .filter((path) => /(?:^|\/)REQUIREMENTS\.md$/i.test(path))
    .flatMap((path) => serviceRows(project.text(path) ?? '', path));
}

type Side = ReturnType<typeof sidesOf>['backend'];

function backendBreaches(project: ProjectFacts, row: ServiceRow, side: Side): readonly Breach[] {
  if (side.files.length === 0) return [];
  const answers = missing(project, row, row.response, side);
  const asked = missing(project, row, row.request, side);
  return [
    ...answers.map((each) => ({
      rule: 'API-001' as const,
      ...each,
      message: `${row.id} promises ${each.field.name} in its answer, and the server ${each.where}`,
    })),
    ...asked.map((each) => ({
      rule: 'API-004' as const,
      ...each,
      message: `${row.id} is sent ${each.field.name}, and the server ${each.where}`,
    })),
    ...clashes(project, row, side),
  ];
}

function frontendBreaches(project: ProjectFacts, row: ServiceRow, side: Side): readonly Breach[] {
  if (side.files.length === 0) return [];
  // What a client of a document does not read, it need not name.
  const unread = row.isTable ? missing(project, row, row.response, side) : [];
  const lacking = [...unread, ...respelled(project, row.response, side)].map((each) => ({
    rule: 'API-002' as const,
    ...each,
    message: `${row.id} answers with ${each.field.name}, and the client ${each.where}`,
  }));
  return [...lacking, ...surplus(project, row, side), ...clashes(project, row, side)];
}

type Missing = {
  readonly field: ListedField;
  readonly file: string;
  readonly line: number;
  readonly where: string;
};

const SHAPES = ['View', 'Dto', 'DTO', 'Response', 'Out', 'Read', 'ViewModel', 'Resource', 'Payload'];

/** The types of a name; where it names none that is written out, what is sent for it: `OrderView` for `Order`. */
function servedTypes(
  project: ProjectFacts,
  side: Side,
  { name = '', fields }: Promised,
): readonly DeclaredType[] {
  const types = declaredTypes(project, side.files, name);
  if (types.some(({ isOpen, fields: own }) => !isOpen && own.length > 0)) return types;
  const shapes = SHAPES.flatMap((shape) => declaredTypes(project, side.files, `${name}${shape}`)).filter(
    ({ isOpen, fields: own }) => !isOpen && sharedFields(fields, own) * 2 > fields.length,
  );
  return shapes.length === 1 ? shapes : types;
}

/** Fields that the type of that name has not; where no type is named, those that one side does not know at all. */
function missing(project: ProjectFacts, row: ServiceRow, promised: Promised, side: Side): readonly Missing[] {
  const types = promised.name === undefined ? [] : servedTypes(project, side, promised);
  const [type, ...others] = types;
  if (type !== undefined && others.length === 0) {
    if (type.isOpen || type.fields.length === 0 || isShownPart(type, project)) return [];
    const own = new Set(type.fields.map(({ name }) => sameName(name)));
    // Two types without a field in common only share their name: an envelope, and what lies in it.
    const isSame = promised.fields.length < 2 || promised.fields.some(({ name }) => own.has(sameName(name)));
    if (!isSame) return [];
    return promised.fields
      .filter(({ name }) => !own.has(sameName(name)))
      .map((field) => ({
        field,
        file: type.file,
        line: type.line,
        where: `has no such field in ${promised.name ?? ''}`,
      }));
  }
  if (!row.isTable || types.length > 0) return [];
  return promised.fields
    .filter(({ name }) => !side.words().has(sameName(name)))
    .map((field) => ({ field, file: row.file, line: row.line, where: 'does not mention it anywhere' }));
}

/** What a page wants of something to show it: nothing is asked for in its file, and no other file can name it. */
function isShownPart({ isOwn, file }: DeclaredType, project: ProjectFacts): boolean {
  return isOwn === true && !crossReference(project).judged.some((asked) => asked.file === file);
}

/** `placedAt` in a type whose other fields are spelled as the contract spells them: `box_id`. Nothing turns one alone. */
function respelled(project: ProjectFacts, { name, fields }: Promised, side: Side): readonly Missing[] {
  const type = name === undefined ? undefined : only(declaredTypes(project, side.files, name));
  if (type === undefined || type.isOpen) return [];
  const own = new Set(type.fields.map((field) => field.name));
  const isLong = (word: string): boolean => /[a-z0-9](?:_[a-z]|[A-Z])/.test(word);
  const long = fields.filter((field) => isLong(field.name));
  if (!long.some((field) => own.has(field.name))) return [];
  return long.flatMap((field) => {
    const other = type.fields.find((each) => sameName(each.name) === sameName(field.name))?.name;
    if (other === undefined || own.has(field.name)) return [];
    return [{ field, file: type.file, line: type.line, where: `spells it ${other} in ${name ?? ''}` }];
  });
}

const USUAL = wordSet(`
  id createdat updatedat createdby updatedby isloading isselected isexpanded classname key ref children
  style`);

/** Fields that the client expects and nobody promised. */
function surplus(project: ProjectFacts, row: ServiceRow, side: Side): readonly Breach[] {
  const { name, fields } = row.response;
  if (!row.isTable || name === undefined || fields.length < 2) return [];
  const type = only(declaredTypes(project, side.files, name));
  if (type === undefined || type.isOpen) return [];
  const promised = new Set(fields.map((field) => sameName(field.name)));
  return type.fields
    .filter(
      (field) => !field.isOptional && !promised.has(sameName(field.name)) && !USUAL.has(sameName(field.name)),
    )
    .map((field) => ({
      rule: 'API-002' as const,
      file: type.file,
      line: lineOf(field, type, project),
      message: `${name} expects ${field.name}, which ${row.id} does not return`,
    }));
}

/** Where a field of a type stands, or the type itself. */
function lineOf({ name }: ListedField, { file, line, fields }: DeclaredType, project: ProjectFacts): number {
  const lines = (project.text(file) ?? '').split('\n').slice(line - 1, line + fields.length * 3 + 2);
  const at = lines.findIndex((each) =>
    new RegExp(String.raw`(?<![\w'"])["']?${name}["']?\s*[?!]?\s*[:;{=]`).test(each),
  );
  return at < 0 ? line : line + at;
}

function only(types: readonly DeclaredType[]): DeclaredType | undefined {
  return types.length === 1 ? types[0] : undefined;
}

/** Fields that are sent as one kind and read as another. */
function clashes(project: ProjectFacts, row: ServiceRow, side: Side): readonly Breach[] {
  return [row.request, row.response].flatMap((promised) => {
    if (promised.name === undefined) return [];
    const type = only(declaredTypes(project, side.files, promised.name));
    if (type === undefined) return [];
    return promised.fields.flatMap((field) => {
      const own = type.fields.find(({ name }) => sameName(name) === sameName(field.name));
      const isClash = own?.kind !== undefined && field.kind !== undefined && own.kind !== field.kind;
      if (!isClash || isDate(own.type) || isDate(field.type)) return [];
      const message = `${row.id} promises ${field.name} as ${field.type}, and ${promised.name ?? ''} has it as ${own.type}`;
      return [{ rule: 'API-003' as const, file: type.file, line: lineOf(own, type, project), message }];
    });
  });
}

/** A moment may be sent as a text or as a number. */
function isDate(type: string): boolean {
  return /date|time/i.test(type);
}
