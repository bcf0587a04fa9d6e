import type { SyntaxNode } from '../../../../src/ports/syntax.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { Facts } from '../../engine/facts.ts';

/** A database context that changes are told to: a field or a parameter. */
type Store = { readonly name: string; readonly type: string };

const STORE =
  /\b(\w*DbContext|(?!Http|Action|Filter|Validation|Stream|Synchronization|Security|Execution|Request|Session|Job|Authorization|Operation|Schema|Client)\w+Context)\??\s+(_?\w+)\s*(?=[;,)=])/g;
const SAVES =
  /\b(?:SaveChanges\w*|SaveEntities\w*|Commit\w*|Complete(?:Async)?|Save(?:Async|All\w*)?|ExecuteUpdate\w*|ExecuteDelete\w*|BulkSave\w*|Flush\w*)\s*\(/;
const WRITES =
  'Add|AddAsync|AddRange|AddRangeAsync|Update|UpdateRange|Remove|RemoveRange|Insert|InsertAsync|UpdateAsync|Delete|DeleteAsync|RemoveAsync';
const AROUND =
  /\b(?:IPipelineBehavior|IAsyncActionFilter|ActionFilterAttribute|IActionFilter|RequestDelegate|IMiddleware|IEndpointFilter|\w+Decorator|Volo\.Abp)\b/;

/** Texts and comments say nothing about what a method does. */
function blanked(text: string): string {
  return text
    .replaceAll(/\/\/[^\n]*/g, '')
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, (each) => each.replaceAll(/[^\n]/g, ''))
    .replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
}

function storesIn(text: string): readonly Store[] {
  return [...text.matchAll(STORE)].map(([, type = '', name = '']) => ({ name, type }));
}

function visit(node: SyntaxNode, facts: Facts): void {
  if (node.type === 'class_declaration') classAt(node, facts);
  else if (
    /^(?:compilation_unit|namespace_declaration|file_scoped_namespace_declaration|declaration_list)$/.test(
      node.type,
    )
  )
    for (const each of childrenOf(node)) visit(each, facts);
  else if (node.type === 'global_statement') mapped(node, facts);
}

const OWN_BASE = /^(?:I[A-Z]\w*|Controller(?:Base)?|\w*ApiController|Hub)(?:<.*)?$/s;
const SAVED_ELSEWHERE =
  /(?:Repository|UnitOfWork|Context|Seeder|Seed|Configuration|Extensions|Migration|Factory|Builder|Decorator|Behaviou?r|Filter|Middleware)$/;

function classAt(node: SyntaxNode, facts: Facts): void {
  const name = node.childForFieldName('name')?.text ?? '';
  const text = blanked(node.text);
  if (AROUND.test(text) && SAVES.test(text)) facts.savers.push({ line: lineOf(node) });
  if (SAVED_ELSEWHERE.test(name)) return;
  const bases = childrenOf(childrenOf(node).find(({ type }) => type === 'base_list') ?? null);
  // What a base class does after this is not known here.
  if (bases.some((base) => !OWN_BASE.test(base.text))) return;
  const stores = storesIn(text);
  const methods = childrenOf(node.childForFieldName('body')).filter(
    ({ type }) => type === 'method_declaration',
  );
  const saving = methods
    .filter((each) => SAVES.test(each.text))
    .map((each) => each.childForFieldName('name')?.text);
  for (const method of methods) {
    const modifiers = childrenOf(method)
      .filter(({ type }) => type === 'modifier')
      .map((each) => each.text);
    if (!modifiers.includes('public')) continue;
    const own = method.childForFieldName('name')?.text ?? '';
    const body = method.childForFieldName('body');
    if (body === null) continue;
    const code = blanked(body.text);
    if (
      saving.some(
        (each) => each !== undefined && each !== own && new RegExp(String.raw`\b${each}\(`).test(code),
      )
    )
      continue;
    const isHandler =
      name.endsWith('Controller') || (name.endsWith('CommandHandler') && own.startsWith('Handle'));
    judged({ code, line: lineOf(body), own, isHandler }, [...stores, ...storesIn(method.text)], facts);
  }
}

/** `app.MapPost("/orders", async (Order order, ShopContext db) => { … })`. */
function mapped(node: SyntaxNode, facts: Facts): void {
  if (!/\.Map(?:Post|Put|Patch|Delete)\s*\(/.test(node.text)) return;
  const code = blanked(node.text);
  judged({ code, line: lineOf(node), own: '', isHandler: true }, storesIn(code), facts);
}

type Body = {
  readonly code: string;
  readonly line: number;
  readonly own: string;
  readonly isHandler: boolean;
};

function judged({ code, line, own, isHandler }: Body, stores: readonly Store[], facts: Facts): void {
  if (stores.length === 0 || SAVES.test(code)) return;
  const lineAt = (at: number): number => line + code.slice(0, at).split('\n').length - 1;
  for (const { name, type: context } of stores) {
    // Given to somebody else, who may save.
    if (new RegExp(String.raw`[(,]\s*${name}\s*[,)]`).test(code.replace(/^[^{]*=>/, ''))) continue;
    const written = new RegExp(String.raw`\b${name}(?:\.\w+(?:<\w+>\(\))?)?\.(?:${WRITES})\s*\(`).exec(code);
    const changed = written === null ? changedIn(code, name) : { what: name, at: written.index };
    if (changed === undefined) continue;
    const how = written === null ? 'changed' : 'added';
    const { what, at } = changed;
    facts.unsaved.push({ what, how, of: own, isHandler, context, line: lineAt(at) });
    return;
  }
}

/** Something that is loaded from a store and changed, and not given to anybody. */
function changedIn(code: string, store: string): { readonly what: string; readonly at: number } | undefined {
  const loads = new RegExp(
    String.raw`\b(?:var|[A-Z]\w*\??)\s+(\w+)\s*=\s*(?:await\s+)?${store}\b([^;]*?)\.?(?:First|Single|Find|Last|Get)\w*\s*\(([^;]*);`,
    'g',
  );
  for (const { 1: what = '', 2: chain = '', 3: rest = '', index, 0: all } of code.matchAll(loads)) {
    if (/AsNoTracking|\.Select\(|ProjectTo/.test(chain + rest)) continue;
    const after = code.slice(index + all.length);
    const change = new RegExp(String.raw`\b${what}!?\.\w+(?:\.\w+)?\s*(?:[-+*/|&]?=(?![=>])|\+\+|--)`).exec(
      after,
    );
    const isGiven = new RegExp(String.raw`[(,]\s*${what}\s*[,)]`).test(
      after.replaceAll(
        /\b(?:Ok|CreatedAtAction|Json|Results\.\w+|TypedResults\.\w+|_?mapper\.Map\w*(?:<[^>]*>)?)\s*\(/gi,
        '[',
      ),
    );
    if (change !== null && !isGiven) return { what, at: index + all.length + change.index };
  }
  return undefined;
}

/** What methods of C# tell a context or a repository to change and do not save: EF Core. */
export const csharpUnsaved: SyntaxFinder = {
  language: 'csharp',
  applies: ({ isTest, isSide, path }) => !isTest && !isSide && !/(?:^|\/)(?:Migrations|Seed\w*)\//.test(path),
  find(root, facts, { text }) {
    if (/\busing Volo\.Abp\b/.test(text)) facts.savers.push({ line: 1 });
    visit(root, facts);
  },
};
