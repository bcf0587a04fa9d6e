import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { childrenOf, lineOf } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import type { Chosen, DomainValueFact } from './domain-values.ts';
import { isDomainField } from './domain-words.ts';
import type { Facts } from '../../engine/facts.ts';

/** What is known of fields at a place, by how they are written: `order.status`. */
type Known = ReadonlyMap<string, readonly Chosen[]>;

const COMPARED =
  /((?:\w+\.)*\w+)\s*(==|!=|\bis not\b|\bis\b)\s*("[\w -]*"|'[\w -]*'|(?:\w+\.)*[A-Z]\w*\.\w+)/g;

function chosen(text: string): Chosen | undefined {
  const own = /^["']([A-Za-z][\w -]{0,40})["']$/.exec(text.trim())?.[1];
  if (own !== undefined) return { value: own };
  const member = /^(?:\w+\.)*([A-Z]\w*)\.(\w+?)(?:\.value)?$/.exec(text.trim());
  return member?.[1] === undefined ? undefined : { value: member[2] ?? '', ofEnum: member[1] };
}

function fieldOf(text: string): { readonly field: string; readonly of: string } | undefined {
  const dot = text.lastIndexOf('.');
  const field = text.slice(dot + 1);
  if (!/^[\w.]+$/.test(text) || !isDomainField(field)) return undefined;
  return { field, of: dot < 0 ? '' : text.slice(0, dot).replace(/^(?:self|this)\.?/, '') };
}

/** Fields and the values a condition leaves them when it holds (`==`), or when it does not (`!=`). */
function leftBy(condition: string, equals: '==' | '!='): Known {
  const found = new Map<string, Chosen[]>();
  const isEither = / or |\|\|/.test(condition);
  const isBoth = / and |&&/.test(condition);
  if (isEither && isBoth) return found;
  const parts = condition.split(/ or | and |\|\||&&/);
  // Parts that are all needed say something each; of parts of which one is enough all must speak of the same field.
  const isAnyEnough = equals === '==' ? isEither : isBoth;
  for (const part of parts) {
    const [, left = '', operator = '', right = ''] = [...part.matchAll(COMPARED)][0] ?? [];
    const value = chosen(right);
    const isWanted = operator === equals || operator === (equals === '==' ? 'is' : 'is not');
    if (isWanted && value !== undefined) found.set(left, [...(found.get(left) ?? []), value]);
    else if (isAnyEnough) return new Map();
  }
  return isAnyEnough && found.size > 1 ? new Map() : found;
}

/** Most code sets no such field: its tree need not be walked. */
const SETS = /\.\w*(?:status|state|stage|phase|role|priority|type|kind)\s*=(?!=)/i;

class Reading {
  readonly #facts: Facts;
  constructor(facts: Facts) {
    this.#facts = facts;
  }

  visit(node: SyntaxNode, known: Known): Known {
    if (/^(?:function_definition|method_declaration|local_function_statement)$/.test(node.type)) {
      if (SETS.test(node.text)) this.#each(node, new Map());
      return known;
    }
    if (node.type === 'if_statement') return this.#condition(node, known);
    const assignment = /^expression_statement$/.test(node.type) ? childrenOf(node)[0] : undefined;
    if (assignment !== undefined && /^assignment(?:_expression)?$/.test(assignment.type))
      return this.#assigned(assignment, known);
    this.#each(node, known);
    return known;
  }

  #each(node: SyntaxNode, known: Known): void {
    let now = known;
    for (const each of childrenOf(node)) now = this.visit(each, now);
  }

  #condition(node: SyntaxNode, known: Known): Known {
    const condition = node.childForFieldName('condition')?.text ?? '';
    const then = node.childForFieldName('consequence');
    for (const each of childrenOf(node)) {
      const inside = each === then || each.startPosition.row === then?.startPosition.row;
      this.visit(each, inside ? new Map([...known, ...leftBy(condition, '==')]) : known);
    }
    const isLeaving = /^[{\s]*(?:raise|return|throw|continue)\b/.test(then?.text ?? '');
    return isLeaving ? new Map([...known, ...leftBy(condition, '!=')]) : known;
  }

  #assigned(node: SyntaxNode, known: Known): Known {
    const left = node.childForFieldName('left')?.text ?? '';
    const field = left.includes('.') ? fieldOf(left) : undefined;
    const value = field === undefined ? undefined : chosen(node.childForFieldName('right')?.text ?? '');
    if (field === undefined || value === undefined) return known;
    const from = known.get(left);
    this.#facts.domainValues.push({
      ...field,
      ...value,
      how: 'set',
      ...(from === undefined ? {} : { from }),
      line: lineOf(node),
    });
    return new Map([...known, [left, [value]]]);
  }
}

/** Comparisons need no tree: they look the same wherever they stand. */
function compared(text: string, comment: RegExp): readonly DomainValueFact[] {
  const found: DomainValueFact[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (comment.test(line) || !line.includes('=')) continue;
    for (const [, left = '', , right = ''] of line.matchAll(COMPARED)) {
      const field = fieldOf(left);
      const value = field === undefined ? undefined : chosen(right);
      if (field !== undefined && value !== undefined)
        found.push({ ...field, ...value, how: 'compared', line: index + 1 });
    }
  }
  return found;
}

function finderOf(language: string, comment: RegExp): SyntaxFinder {
  return {
    language,
    applies: ({ isTest, isSide }) => !isTest && !isSide,
    find(root, facts, file) {
      facts.domainValues.push(...compared(file.text, comment));
      if (SETS.test(file.text)) new Reading(facts).visit(root, new Map());
    },
  };
}

/** Where values of closed sets are compared and set in Python. */
export const pythonDomainValues: SyntaxFinder = finderOf('python', /^\s*#/);
/** Where values of closed sets are compared and set in C#. */
export const csharpDomainValues: SyntaxFinder = finderOf('csharp', /^\s*(?:\/\/|\*)/);
/** Where values of closed sets are compared in Go. */
export const goDomainValues: SyntaxFinder = finderOf('go', /^\s*(?:\/\/|\*)/);
