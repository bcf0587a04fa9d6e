import type { SyntaxNode } from '../../../../src/ports/syntax.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { lineAt, type PythonFunction } from '../../syntax/python/functions.ts';
import { djangoUnsaved } from './django.ts';
import type { Facts } from '../../engine/facts.ts';

const SESSION = String.raw`(?:self\.)?(?:\w*[sS]ession|db|\w+_db|db\.session)`;
const SAVES = /\.(?:commit|flush|begin|begin_nested|bulk_\w+|save\w*|create_all)\s*\(|\bautocommit\b/;
const WRITES = new RegExp(String.raw`(?<![\w.])(${SESSION})\.(?:add|add_all|delete|merge)\s*\(`);
/** A context manager of the project's own may commit at its end; those of SQLAlchemy do not. */
const OWN_MANAGER =
  /\bwith\s+(?!(?:[\w.]+\.)?(?:Session|AsyncSession|SessionLocal|sessionmaker|async_session(?:_maker)?|AsyncSessionLocal)\b)[\w.]+\([^)]*\)\s+as\s+\w*(?:session|db|uow)\w*/i;

/** Texts and comments say nothing about what a function does. */
function blanked(text: string): string {
  return text
    .replaceAll(/"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)/g, (each) => `""${each.replaceAll(/[^\n]/g, '')}`)
    .replaceAll(/#[^\n]*/g, '');
}

/** The class around, and whether its methods commit by themselves: those of a unit of work never do. */
type Owner = { readonly name: string; readonly commits: boolean };

function visit(node: SyntaxNode, decorators: string, owner: Owner, facts: Facts): void {
  if (node.type === 'function_definition') return functionAt(node, decorators, owner, facts);
  if (node.type === 'decorated_definition') {
    const marks = childrenOf(node).filter(({ type }) => type === 'decorator');
    const definition = node.childForFieldName('definition');
    if (definition !== null) visit(definition, marks.map(({ text }) => text).join('\n'), owner, facts);
  } else if (node.type === 'class_definition') {
    const body = node.childForFieldName('body');
    const commits = /\.(?:add|add_all|delete|merge)\([^]{0,200}?\.commit\(/.test(blanked(body?.text ?? ''));
    const name = node.childForFieldName('name')?.text ?? '';
    for (const each of childrenOf(body)) visit(each, '', { name, commits }, facts);
  } else if (/^(?:module|block|if_statement|try_statement)$/.test(node.type))
    for (const each of childrenOf(node)) visit(each, '', owner, facts);
}

const ROUTE = /\.(?:post|put|patch|delete|route|api_route)\s*\(/;

function functionAt(node: SyntaxNode, decorators: string, owner: Owner, facts: Facts): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const body = node.childForFieldName('body');
  if (body === null) return;
  const code = blanked(body.text);
  if (/\byield\b/.test(code) || /after_request|teardown|middleware/.test(decorators)) {
    // A dependency, a context manager or a hook that commits what others changed.
    if (/\.commit\s*\(/.test(code)) facts.savers.push({ line: lineOf(node) });
    return;
  }
  if (/(?:call_next|__exit__|__aexit__|dispatch)/.test(`${name} ${code}`) && /\.commit\s*\(/.test(code))
    facts.savers.push({ line: lineOf(node) });
  const isHandler =
    ROUTE.test(decorators) ||
    /^(?:post|put|patch|delete)$/.test(name) ||
    /api_view|action\(/.test(decorators);
  const about = { code, line: lineOf(body), name, owner: owner.name, isHandler, decorators };
  unwaited(about, node, facts);
  if (/\.objects\b|get_object|commit\s*=\s*False|[sS]erializer\(/.test(code)) djangoUnsaved(about, facts);
  sqlalchemyUnsaved(about, owner.commits, parametersOf(node), facts);
}

function parametersOf(node: SyntaxNode): readonly string[] {
  const list = node.childForFieldName('parameters')?.text ?? '';
  return [...list.matchAll(/[(,]\s*(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'self' && name !== 'cls');
}

const COROUTINE = new RegExp(
  String.raw`^[ \t]*(${SESSION})\.(commit|flush|delete|merge|execute|refresh)\s*\(`,
  'm',
);

/** `session.commit()` of an AsyncSession is a coroutine: without await it never runs. */
function unwaited(about: PythonFunction, node: SyntaxNode, facts: Facts): void {
  if (!/^async\b/.test(node.text)) return;
  const called = COROUTINE.exec(about.code);
  if (called === null) return;
  const [all, session = '', method = ''] = called;
  const isAsync = new RegExp(String.raw`\bawait\s+${session.replaceAll('.', String.raw`\.`)}\.`).test(
    about.code,
  );
  const isTyped = new RegExp(String.raw`\b${session.split('.').at(-1)}\s*:\s*AsyncSession\b`).test(node.text);
  if (!isAsync && !isTyped) return;
  const line = lineAt(about, called.index + all.search(/\S/));
  facts.unsaved.push({
    what: `${session}.${method}`,
    how: 'unwaited',
    of: about.name,
    isHandler: true,
    line,
  });
}

const READER = String.raw`(?:\w+\.)*_?(?:get|find|load|fetch|list|read|require|count|exists)(?!\w*(?:_or_|create|add|save|update|commit))_\w+\(\s*(?:\w+\s*=\s*)?${SESSION}\s*(?=[,)])`;
const READS = new RegExp(String.raw`(?<![\w.])${READER}`, 'g');
const GIVEN = new RegExp(String.raw`[(,]\s*(?:\w+\s*=\s*)?${SESSION}\s*[,)]`);

function sqlalchemyUnsaved(
  about: PythonFunction,
  ownCommits: boolean,
  parameters: readonly string[],
  facts: Facts,
): void {
  const { code, name, isHandler, decorators, owner } = about;
  if (
    SAVES.test(ownCommits ? code.replaceAll('.flush(', '') : code) ||
    OWN_MANAGER.test(code) ||
    /transaction|atomic|session/i.test(decorators)
  )
    return;
  const isStore = /(?:Repository|Repo|UnitOfWork|DAO|Mixin)$/.test(owner);
  if ((isStore && !ownCommits) || name.startsWith('_')) return;
  // Whoever gets the session may commit, unless its name says that it only reads.
  if (GIVEN.test(code.replaceAll(READS, '['))) return;
  const written = WRITES.exec(code);
  if (written !== null) {
    const line = lineAt(about, written.index);
    facts.unsaved.push({ what: written[1] ?? '', how: 'added', of: name, isHandler, line });
    return;
  }
  const changed =
    changedIn(code) ?? (ownCommits && STORE.test(owner) ? givenAndChanged(code, parameters) : undefined);
  if (changed === undefined) return;
  facts.unsaved.push({
    what: changed.what,
    how: 'changed',
    of: name,
    isHandler,
    line: lineAt(about, changed.at),
  });
}

const LOADED = new RegExp(
  String.raw`^[ \t]*(\w+)(?:\s*:\s*[^=\n]+)?\s*=\s*\(?(?:await\s+)?(?:${SESSION}\.(?:query|get|get_or_404|first_or_404|one_or_404|get_one|scalar|scalars|exec|execute)\(|[A-Z]\w*\.query\.|${READER})`,
  'gm',
);

const STORE = /(?:Repository|Repo|DAO|Store|Service)$/;

/** A record that a method of a store was given and changes, where its other methods commit. */
function givenAndChanged(
  code: string,
  parameters: readonly string[],
): { readonly what: string; readonly at: number } | undefined {
  for (const what of parameters) {
    const change = new RegExp(String.raw`^[ \t]*${what}\.(?!_)\w+\s*=(?!=)`, 'm').exec(code);
    if (change !== null) return { what, at: change.index + change[0].search(/\S/) };
  }
  return undefined;
}

/** Something that is loaded and changed, and not given to anybody. */
function changedIn(code: string): { readonly what: string; readonly at: number } | undefined {
  for (const { 1: what = '', index, 0: all } of code.matchAll(LOADED)) {
    const statement = code.slice(index, index + 400).split(/\n(?![^\n]*[)\].])/)[0] ?? '';
    const isRead = new RegExp(READER).test(`${all},`) && !/(?:list|count|exists)_/.test(all);
    if (
      !isRead &&
      !/\.(?:first|one|one_or_none|get|get_one|scalar_one\w*|scalar|get_or_404|first_or_404|one_or_404)\s*\(|\.get\(/.test(
        statement,
      )
    )
      continue;
    const after = code.slice(index + all.length);
    const change = new RegExp(
      String.raw`(?<![\w.])(?:${what}\.\w+\s*[-+*/]?=(?!=)|setattr\(\s*${what}\b)`,
    ).exec(after);
    const calls = after.replaceAll(
      /\b(?:setattr|\w*Response|jsonify|model_validate|from_orm|isinstance|\w*[sS]chema\w*\.\w+)\s*\(/g,
      '[',
    );
    const isGiven = new RegExp(String.raw`[(,=]\s*${what}\s*[,)]`).test(calls);
    if (change !== null && !isGiven) return { what, at: index + all.length + change.index };
  }
  return undefined;
}

/** What functions of Python change and do not store: SQLAlchemy, Django. */
export const pythonUnsaved: SyntaxFinder = {
  language: 'python',
  applies: ({ isTest, isSide, path, text }) =>
    !isTest &&
    !isSide &&
    !/(?:^|\/)(?:migrations|alembic|management)\//.test(path) &&
    /session|db\.|\.query|\.objects|commit|serializer|models/i.test(text),
  find: (root, facts, { text }) =>
    visit(
      root,
      '',
      {
        name: '',
        commits:
          /\.(?:add|add_all|delete|merge)\(/.test(text) && /^[ \t]+(?:await )?[\w.]+\.commit\(/m.test(text),
      },
      facts,
    ),
};
