import type { SyntaxNode } from '../../ports/syntax.ts';
import { annotationsOf, javaCallee, javaMembers, javaTypes } from '../parse/java.ts';
import { childrenOf, lineOf } from '../parse/tree-sitter-nodes.ts';
import type { SyntaxFinder } from '../rule.ts';
import { holdsWrittenRecords } from '../syntax/written-answers.ts';
import type { Facts } from './facts.ts';
import { isIdleRoute, type StubKind } from './stubs.ts';

const VERBS: Readonly<Record<string, string>> = {
  GetMapping: 'GET',
  PostMapping: 'POST',
  PutMapping: 'PUT',
  PatchMapping: 'PATCH',
  DeleteMapping: 'DELETE',
  GET: 'GET',
  POST: 'POST',
  PUT: 'PUT',
  PATCH: 'PATCH',
  DELETE: 'DELETE',
};
/** What only makes an answer, or says what happens. */
const ANSWERS =
  /^(?:ResponseEntity|Response|ServerResponse|HttpStatus|List|Map|Set|Collections|Optional|Mono|Flux|Page|log|logger|LOG|LOGGER|System\.out|URI)\b/;

function method(node: SyntaxNode, isPages: boolean, facts: Facts): void {
  const annotations = annotationsOf(node);
  const verb = annotations.map(({ name }) => VERBS[name]).find((each) => each !== undefined);
  const name = node.childForFieldName('name');
  const body = node.childForFieldName('body');
  if (verb === undefined || name === null || body === null) return;
  // The text that a method of pages gives back is the name of one.
  const isPage = isPages && !annotations.some((each) => each.name === 'ResponseBody');
  if (isPage && /^(?:String|ModelAndView|void)$/.test(node.childForFieldName('type')?.text ?? '')) return;
  const given = childrenOf(node.childForFieldName('parameters')).map(
    (each) => each.childForFieldName('name')?.text ?? '',
  );
  const said = `${annotations.map(({ value }) => value?.text ?? '').join(' ')} ${name.text}`;
  const isWritten = verb === 'GET' && isWrittenAnswer(body.text, said);
  const kind = isWritten ? 'written figures' : stubIn(body, verb !== 'GET', given);
  if (kind === undefined || (kind !== 'not implemented' && isIdleRoute(said))) return;
  facts.stubs.push({ line: lineOf(name), method: verb, kind });
}

/** `return List.of(new Order(1L, "Anna"), new Order(2L, "Jon"));` and nothing else. */
function isWrittenAnswer(text: string, name: string): boolean {
  const isOnly = /^\{\s*return\s+(?:ResponseEntity\.ok\(\s*)?(?:List\.of|Arrays\.asList|Map\.of)\(/.test(
    text,
  );
  return isOnly && text.indexOf(';') === text.lastIndexOf(';') && holdsWrittenRecords(text, name);
}

const EMPTY =
  /^\{\s*return\s+(?:ResponseEntity\.ok\(\s*)?(?:List\.of\(\)|Collections\.empty(?:List|Map|Set)\(\)|new (?:ArrayList|HashMap)<\w*>\(\)|Page\.empty\(\))\s*\)?;\s*\}$/;
const FIGURES = /^\{\s*return\s+(?:ResponseEntity\.ok\(\s*)?[1-9]\d*L?\s*\)?;\s*\}$/;

function stubIn(body: SyntaxNode, isChange: boolean, given: readonly string[]): StubKind | undefined {
  const { text } = body;
  if (text.length > 1_000 || childrenOf(body).some((each) => isWork(each, given))) return undefined;
  if (
    /UnsupportedOperationException|NotImplementedException|not (?:yet )?implemented|NOT_IMPLEMENTED|\b501\b/i.test(
      text,
    )
  )
    return 'not implemented';
  if (
    /\bthrow\b|\b[3-5]\d\d\b|BAD_REQUEST|FORBIDDEN|NOT_FOUND|CONFLICT|notFound\(|badRequest\(|[pP]rincipal|[sS]ecurityContext|redirect/.test(
      text,
    )
  )
    return undefined;
  if (isChange) return 'fixed answer';
  if (FIGURES.test(text)) return 'written figures';
  return EMPTY.test(text) ? 'empty answer' : undefined;
}

/** Calls of anything but answers, loops, computing, fields. */
function isWork(node: SyntaxNode, given: readonly string[]): boolean {
  if (
    /^(?:for_statement|enhanced_for_statement|while_statement|assignment_expression|lambda_expression|method_reference|try_statement|try_with_resources_statement|if_statement|field_access|switch_expression|synchronized_statement)$/.test(
      node.type,
    )
  )
    return !/^(?:HttpStatus|MediaType|Status|Response\.Status|[A-Z]\w+)\.[A-Z_]+$/.test(node.text);
  if (node.type === 'method_invocation') {
    const { on } = javaCallee(node);
    // What the request brought may be looked at.
    const isRead = given.includes(on) && node.childForFieldName('arguments')?.text === '()';
    if (!ANSWERS.test(on) && !isRead) return true;
  }
  return childrenOf(node).some((each) => isWork(each, given));
}

/** Methods of controllers of Java that do not do anything. */
export const javaStubs: SyntaxFinder = {
  language: 'java',
  words: ['Mapping', '@POST', '@PUT', '@DELETE', '@GET'],
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const type of javaTypes(root)) {
      if (type.type !== 'class_declaration') continue;
      const names = annotationsOf(type).map(({ name }) => name);
      const isPages = names.includes('Controller') && !names.includes('RestController');
      for (const member of javaMembers(type))
        if (member.type === 'method_declaration') method(member, isPages, facts);
    }
  },
};
