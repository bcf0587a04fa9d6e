import { html } from '../html-page.ts';
import { type Block, type Document, type Item, type Line, type Piece, withEdges } from './document.ts';

/** Prints a document as lines of HTML. */
export function htmlOf(document: Document): readonly string[] {
  return document.flatMap(blockLines);
}

function blockLines(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [`<h${block.level}>${lineText(block.line)}</h${block.level}>`];
    case 'line':
      return [`<p>${lineText(block.line)}</p>`];
    case 'list':
      return listLines(block.items);
    case 'table': {
      const head = block.head.map((cell) => `<th>${html(cell)}</th>`).join('');
      const rows = block.rows.map((row) => row.map((cell) => `<td>${lineText(cell, 400)}</td>`).join(''));
      const body = rows.map((cells) => `<tr>${cells}</tr>`);
      return ['<table>', `<thead><tr>${head}</tr></thead>`, '<tbody>', ...body, '</tbody>', '</table>'];
    }
    case 'output':
      return [`<pre>${block.lines.map((each) => html(each)).join('\n')}</pre>`];
    case 'folded':
      return [
        '<details>',
        `<summary>${html(block.summary)}</summary>`,
        ...htmlOf(block.blocks),
        '</details>',
      ];
    case 'loud':
      return ['<section class="loud">', ...htmlOf(block.blocks), '</section>'];
    case 'article':
      return [
        `<article id="${block.anchor.id}">`,
        `<h3>${lineText(block.line)}</h3>`,
        ...htmlOf(block.blocks),
        '</article>',
      ];
  }
}

function listLines(items: readonly Item[]): readonly string[] {
  return ['<ul>', ...items.flatMap(itemLines), '</ul>'];
}

function itemLines(item: Item): readonly string[] {
  if (typeof item === 'string' || !('below' in item)) return [`<li>${lineText(item)}</li>`];
  return [`<li>${lineText(item.line)}`, ...(item.below.length === 0 ? [] : listLines(item.below)), '</li>'];
}

function lineText(line: Line, longest?: number): string {
  return typeof line === 'string'
    ? html(line, longest)
    : line.map((piece) => pieceText(piece, longest)).join('');
}

function pieceText(piece: Piece, longest?: number): string {
  if (typeof piece === 'string') return withEdges(piece, (text) => html(text, longest));
  const text = html(piece.text, longest);
  switch (piece.as) {
    case 'code':
      return `<code>${text}</code>`;
    case 'strong':
      return `<strong>${text}</strong>`;
    case 'tinted':
      return `<strong class="${piece.tint}">${text}</strong>`;
    case 'link':
      return `<a href="#${piece.to.id}">${text}</a>`;
  }
}
