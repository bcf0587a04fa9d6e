import type { SyntaxNode } from '../../ports/syntax.ts';
import type { Pieces } from '../syntax/pieces.ts';

/** What text an expression of C# is, as far as it is written out. */
export function csharpPieces(node: SyntaxNode): Pieces {
  if (/^(?:verbatim_|raw_)?string_literal$/.test(node.type))
    return [node.text.replace(/^[@$]*"+/, '').replace(/"+$/, '')];
  return /^(?:identifier|member_access_expression)$/.test(node.type) ? [{ name: node.text }] : [{ hole: '' }];
}
