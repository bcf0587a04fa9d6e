import * as ts from '../../syntax/typescript/view.ts';

import type { ProjectFacts } from '../../engine/facts.ts';
import { isCode } from '../../engine/files/languages.ts';
import { type ListedField, fieldOf } from './field-lists.ts';

/** A type as some file declares it. `isOpen`: it has more than is written in it. */
export type DeclaredType = {
  readonly file: string;
  readonly line: number;
  readonly fields: readonly ListedField[];
  readonly isOpen: boolean;
  /** Only its own file can name it. */
  readonly isOwn?: boolean;
};

/** As it stands in its file, before what it inherits is known. */
type Written = DeclaredType & { readonly parents: readonly string[] };

/** The types of a name in some files, read when asked for: few projects are ever asked. */
export function declaredTypes(
  project: ProjectFacts,
  files: readonly string[],
  name: string,
  depth = 0,
): readonly DeclaredType[] {
  if (!/^[A-Z]\w*$/.test(name) || depth > DEEPEST) return [];
  const found: Written[] = [];
  const declaring = declarers(project, files);
  const paths = new Set([...(declaring.get(name) ?? []), ...(declaring.get(schemaKey(name)) ?? [])]);
  for (const path of paths) {
    const text = project.text(path) ?? '';
    const language = project.files.get(path)?.language;
    if (language === 'csharp') found.push(...csharpTypes(path, text, name));
    else if (language === 'python') found.push(...pythonTypes(path, text, name));
    else if (isCode(language)) found.push(...codeTypes(path, text, name));
  }
  return found.map((each) => inherited(each, (parent) => declaredTypes(project, files, parent, depth + 1)));
}

const DEEPEST = 4;

const DECLARING =
  /\b(?:class|interface|type|struct|record(?:\s+(?:struct|class))?)(?:\s|\/\*[^*]{0,200}\*\/)+([A-Z]\w*)/g;
const SCHEMA = /\bconst\s+(\w+)\s*=\s*(?:z|zod|yup|Joi|v)\s*\.\s*(?:strictO|o)bject\(/g;

/** What a schema and the type it stands for are both known by. */
function schemaKey(name: string): string {
  return `~${name
    .replace(/_?(?:schema|validator)$/i, '')
    .replaceAll('_', '')
    .toLowerCase()}`;
}

const known = new WeakMap<readonly string[], ReadonlyMap<string, readonly string[]>>();

/** By the name of a type, the files that may declare it; all of them are read once, however many names are asked for. */
function declarers(project: ProjectFacts, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const before = known.get(files);
  if (before !== undefined) return before;
  const found = new Map<string, string[]>();
  for (const path of files) {
    const text = project.text(path) ?? '';
    const add = (name: string): void => {
      const paths = found.get(name) ?? [];
      if (paths.at(-1) !== path) paths.push(path);
      found.set(name, paths);
    };
    for (const [, name = ''] of text.matchAll(DECLARING)) add(name);
    for (const [, name = ''] of text.matchAll(SCHEMA)) add(schemaKey(name));
  }
  known.set(files, found);
  return found;
}

/** With the fields of what it extends; open where that is not found, or more than once. */
function inherited(
  { parents, ...type }: Written,
  typesOf: (parent: string) => readonly DeclaredType[],
): DeclaredType {
  const bases = parents.map((parent) => typesOf(parent));
  return {
    ...type,
    fields: [...type.fields, ...bases.flatMap(([base]) => base?.fields ?? [])],
    isOpen: type.isOpen || bases.some(([base, ...others]) => (base?.isOpen ?? true) || others.length > 0),
  };
}

function codeTypes(path: string, text: string, name: string): readonly Written[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  const found: Written[] = [];
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) found.push(...schemas(statement, name, source));
    const isIt =
      (ts.isInterfaceDeclaration(statement) ||
        ts.isClassDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement)) &&
      statement.name?.text === name;
    if (!isIt) continue;
    const members = ts.isTypeAliasDeclaration(statement)
      ? ts.isTypeLiteralNode(statement.type)
        ? statement.type.members
        : undefined
      : statement.members;
    const line =
      source.getLineAndCharacterOfPosition(statement.name?.getStart(source) ?? statement.pos).line + 1;
    const isOpen =
      members === undefined ||
      (!ts.isTypeAliasDeclaration(statement) && (statement.heritageClauses?.length ?? 0) > 0) ||
      [...members].some((member) => ts.isIndexSignatureDeclaration(member));
    found.push({
      file: path,
      line,
      fields: [...(members ?? [])].flatMap((each) => memberFields(each, source)),
      isOpen,
      ...(isOwn(statement, source) ? { isOwn: true } : {}),
      parents: [],
    });
  }
  return found;
}

/** Neither exported where it stands nor later on. */
function isOwn(
  statement: ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeAliasDeclaration,
  { statements }: ts.SourceFile,
): boolean {
  const name = statement.name?.text ?? '';
  if (ts.isExported(statement)) return false;
  return !statements.some(
    (each) =>
      (ts.isExportDeclaration(each) &&
        ts.isNamedExports(each.exportClause) &&
        each.exportClause.elements.some(
          ({ name: as, propertyName }) => as.text === name || propertyName?.text === name,
        )) ||
      (ts.isExportAssignment(each) && ts.isIdentifier(each.expression) && each.expression.text === name),
  );
}

const SCHEMA_KINDS: Readonly<Record<string, string>> = {
  number: 'number',
  string: 'string',
  boolean: 'boolean',
};

/** `const createOrder = z.object({ … })`, `CreateOrderSchema`: what is checked against stands for the type of that name. */
function schemas(statement: ts.VariableStatement, name: string, source: ts.SourceFile): readonly Written[] {
  return statement.declarationList.declarations.flatMap((declaration): readonly Written[] => {
    if (!ts.isIdentifier(declaration.name) || declaration.initializer === undefined) return [];
    if (schemaKey(declaration.name.text) !== schemaKey(name)) return [];
    const shape = /^\s*(?:z|zod|yup|Joi|v)\s*\.\s*(?:strictO|o)bject\(\s*\{/.test(
      declaration.initializer.getFullText(source),
    );
    const call = declaration.initializer;
    const object = shape && ts.isCallExpression(call) ? call.arguments[0] : undefined;
    if (!ts.isObjectLiteralExpression(object)) return [];
    const fields = object.properties.flatMap((each) => {
      if (!ts.isPropertyAssignment(each) || !ts.isIdentifier(each.name)) return [];
      const text = each.initializer.getText(source);
      const kind = /^\w+\s*\.\s*(?:coerce\s*\.\s*)?(\w+)/.exec(text)?.[1] ?? '';
      const isOptional = /\.(?:optional|nullish|default)\(/.test(text);
      const isTurned = /\.(?:transform|coerce|pipe)\b/.test(text);
      return [fieldOf(each.name.text, isTurned ? '' : (SCHEMA_KINDS[kind] ?? ''), isOptional)];
    });
    const isOpen = object.properties.some((each) => ts.isSpreadAssignment(each));
    const line = ts.lineOf(declaration.name, source);
    return [{ file: source.fileName, line, fields, isOpen, parents: [] }];
  });
}

function memberFields(member: ts.Node, source: ts.SourceFile): readonly ListedField[] {
  if (ts.isConstructorDeclaration(member))
    return member.parameters
      .filter((each) => (each.modifiers?.length ?? 0) > 0)
      .flatMap((each) => oneField(each, source));
  if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member) || ts.isGetAccessor(member))
    return oneField(member, source);
  return [];
}

function oneField(
  node: ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration | ts.GetAccessorDeclaration,
  source: ts.SourceFile,
): readonly ListedField[] {
  if (!ts.isIdentifier(node.name) && !ts.isStringLiteral(node.name)) return [];
  const isOptional = !ts.isGetAccessor(node) && node.questionToken !== undefined;
  return [fieldOf(node.name.text, node.type?.getText(source) ?? '', isOptional)];
}

/** Properties, and the parameters of records. */
function csharpTypes(path: string, text: string, name: string): readonly Written[] {
  const begin = new RegExp(String.raw`\b(?:class|record(?:\s+struct|\s+class)?|struct)\s+${name}\b`).exec(
    text,
  );
  if (begin === null) return [];
  const rest = text.slice(begin.index + begin[0].length);
  const body = balanced(rest, '{', '}');
  const given = /^\s*\(/.test(rest) ? balanced(rest, '(', ')') : '';
  const fields: ListedField[] = [];
  const head = rest.slice(0, Math.max(0, rest.search(/[{;]/))).replace(given, '');
  for (const each of body.matchAll(
    /\bpublic\s+(?:required\s+|virtual\s+|override\s+)*([\w<>[\],.?]+(?:(?<=,)\s+[\w<>[\],.?]+)*)\s+(\w+)\s*(?:\{|=>)/g,
  ))
    fields.push(fieldOf(each[2] ?? '', each[1] ?? '', (each[1] ?? '').endsWith('?')));
  for (const each of given.matchAll(
    /(?:^|[,(])\s*(?:\[[^\]]*\]\s*)*([\w<>[\].?]+)\s+(\w+)\s*(?:=[^,)]*)?(?=[,)])/g,
  ))
    fields.push(fieldOf(each[2] ?? '', each[1] ?? '', (each[1] ?? '').endsWith('?')));
  const line = text.slice(0, begin.index).split('\n').length;
  const parents = (/:(.*)$/s.exec(head)?.[1] ?? '')
    .split(',')
    .map((each) => each.replace(/\(.*$/s, '').trim())
    .filter((each) => each !== '' && !/^I[A-Z]\w*(?:<.*>)?$/.test(each));
  return [{ file: path, line, fields, isOpen: false, parents }];
}

/** Fields with a type: pydantic models, dataclasses. */
function pythonTypes(path: string, text: string, name: string): readonly Written[] {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => new RegExp(String.raw`^class\s+${name}\b`).test(line));
  if (at < 0) return [];
  const fields: ListedField[] = [];
  for (const line of lines.slice(at + 1)) {
    if (/^\S/.test(line)) break;
    const found = /^ {4}(\w+)\s*:\s*([^=#]+)/.exec(line) ?? /^\t(\w+)\s*:\s*([^=#]+)/.exec(line);
    if (found !== null)
      fields.push(fieldOf(found[1] ?? '', found[2] ?? '', /Optional|None/.test(found[2] ?? '')));
  }
  const parent = /\(([^)]*)\)/.exec(lines[at] ?? '')?.[1] ?? '';
  return [
    {
      file: path,
      line: at + 1,
      fields,
      isOpen: false,
      parents: parent
        .split(',')
        .map((each) => each.trim())
        .filter((each) => !/^(?:BaseModel|pydantic\.BaseModel|SQLModel|object|)$/.test(each)),
    },
  ];
}

/** What stands between a bracket and the one that closes it. */
function balanced(text: string, open: string, close: string): string {
  const begin = text.indexOf(open);
  if (begin < 0) return '';
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    if (text[at] === close) depth -= 1;
    if (depth === 0) return text.slice(begin, at + 1);
  }
  return text.slice(begin);
}
