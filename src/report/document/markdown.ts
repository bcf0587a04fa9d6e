import { sanitize } from '../../formats/index.ts';
import {
  type Anchor,
  type Block,
  type Document,
  type Item,
  type Line,
  type Piece,
  withEdges,
} from './document.ts';

/** Prints a document as Markdown. */
export function markdownOf(document: Document): string {
  return `${document.map(blockText).join('\n\n')}\n`;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${lineText(block.line)}`;
    case 'line':
      return lineText(block.line);
    case 'list':
      return block.items.map(itemText).join('\n');
    case 'table': {
      const rows = [block.head, block.head.map(() => '---'), ...block.rows.map((row) => row.map(lineText))];
      return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    }
    case 'output':
      return fenced(block.lines.join('\n'));
    case 'folded':
      return `<details>\n<summary>${block.summary}</summary>\n\n${markdownOf(block.blocks)}\n</details>`;
    case 'loud':
      return block.blocks.map(blockText).join('\n\n');
    case 'article':
      return [`## ${lineText(block.line)}`, ...block.blocks.map(blockText)].join('\n\n');
  }
}

function itemText(item: Item): string {
  if (typeof item === 'string' || !('below' in item)) return `- ${lineText(item)}`;
  return [`- ${lineText(item.line)}`, ...item.below.map((line) => `  - ${lineText(line)}`)].join('\n');
}

function lineText(line: Line): string {
  const text = typeof line === 'string' ? md(line) : line.map(pieceText).join('');
  return text.replace(/^\+/, '\\+');
}

function pieceText(piece: Piece): string {
  if (typeof piece === 'string') return withEdges(piece, md);
  switch (piece.as) {
    case 'code':
      return `\`${sanitize(piece.text, { singleLine: true, maxLength: 200 }).replaceAll('`', "'")}\``;
    case 'strong':
      return `**${md(piece.text)}**`;
    case 'tinted':
      return md(piece.text);
    case 'link':
      return `[${md(piece.text)}](#${anchorOf(piece.to)})`;
  }
}

/** Text from outside as Markdown text: nothing in it is a mark-up, a link, a tag or a line of its own. */
export function md(text: string): string {
  const line = sanitize(text, { singleLine: true, maxLength: 500 });
  return line
    .replace(/[\\`*_{}[\]<>#!|~&]/g, '\\$&')
    .replaceAll('://', ':\u2060//')
    .replaceAll('@', '@\u2060');
}

/** The anchor that forges give to a heading. */
function anchorOf({ heading }: Anchor): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-');
}

/** As it is, for copying: the fence is longer than any in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
