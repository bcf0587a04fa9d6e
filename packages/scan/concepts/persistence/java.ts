import type { SyntaxNode } from '../../../../src/ports/syntax.ts';
import { annotationsOf, javaMembers } from '../../syntax/java/view.ts';
import { lineOf, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { blanked } from '../../syntax/blanked.ts';
import type { Facts } from '../../engine/facts.ts';

const SAVES = /\.(?:save\w*|persist|merge|flush|update\w*|insert\w*|store\w*|commit|put)\s*\(|[tT]ransaction/;
const REPOSITORY = /^(?:this\.)?\w*(?:[rR]epository|[rR]epo|[dD]ao)$/;
/** Who is handed something to show it keeps nothing. */
const SHOWS =
  /(?:ok|body|toDto\w*|toResponse\w*|from|map|of|convert\w*|info|debug|warn|just|entityToDto\w*)$/;

function classAt(type: SyntaxNode, facts: Facts): void {
  const annotations = annotationsOf(type).map(({ name }) => name);
  if (annotations.includes('Transactional')) return;
  const isHandler = annotations.some((each) => /^(?:RestController|Controller|Path)$/.test(each));
  if (!isHandler && !annotations.some((each) => /^(?:Service|Component|ApplicationScoped)$/.test(each)))
    return;
  for (const method of javaMembers(type)) {
    if (method.type !== 'method_declaration') continue;
    if (annotationsOf(method).some(({ name }) => /Transactional|PrePersist|EventListener/.test(name)))
      continue;
    const body = method.childForFieldName('body');
    const code = body === null ? '' : blanked(body.text, 'java');
    if (body === null || SAVES.test(code) || !/\.set[A-Z]\w*\(/.test(code)) continue;
    const found = changedIn(body);
    if (found !== undefined)
      facts.unsaved.push({
        what: found.what,
        how: 'changed',
        of: method.childForFieldName('name')?.text ?? '',
        isHandler,
        line: lineOf(found.at),
      });
  }
}

/** Something that a repository gave, and that is changed by its setters and handed to nobody who could save it. */
function changedIn(body: SyntaxNode): { readonly what: string; readonly at: SyntaxNode } | undefined {
  const calls = within(body, 'method_invocation');
  for (const set of within(body, 'variable_declarator')) {
    const what = set.childForFieldName('name')?.text;
    const value = set.childForFieldName('value');
    const load =
      value === null
        ? undefined
        : [value, ...within(value, 'method_invocation')].find(
            (call) =>
              call.type === 'method_invocation' &&
              REPOSITORY.test(call.childForFieldName('object')?.text ?? '') &&
              /^(?:find|get|load|read)(?![a-z])\w*$/.test(call.childForFieldName('name')?.text ?? ''),
          );
    if (what === undefined || load === undefined) continue;
    const at = calls.find(
      (call) =>
        call.childForFieldName('object')?.text === what &&
        /^set[A-Z]/.test(call.childForFieldName('name')?.text ?? '') &&
        call.startIndex > set.endIndex,
    );
    const isGiven = calls.some(
      (call) =>
        call.startIndex > set.endIndex &&
        new RegExp(`^\\((?:.*,\\s*)?${what}\\s*[,)]`, 's').test(
          call.childForFieldName('arguments')?.text ?? '',
        ) &&
        !SHOWS.test(call.childForFieldName('name')?.text ?? ''),
    );
    if (at !== undefined && !isGiven) return { what, at };
  }
  return undefined;
}

/** What methods of Java load, change and do not save: Spring Data without a transaction that would. */
export const javaUnsaved: SyntaxFinder = {
  language: 'java',
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const type of within(root, 'class_declaration')) classAt(type, facts);
  },
};
