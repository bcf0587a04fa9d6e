import ts from 'typescript-api';

import type { LibraryFault } from '../../engine/rule.ts';

/** A place where code and the declarations of a library do not agree. */
export type Fault = {
  readonly kind: LibraryFault;
  /** What is used. */
  readonly name: string;
  /** Where, in the file at hand. */
  readonly position: number;
  /** What the declaration or the compiler says about it. */
  readonly said: string;
  readonly declared: DeclarationPlace;
};

/** A place in the declarations; line 0 for the file as a whole. */
export type DeclarationPlace = { readonly path: string; readonly line: number };

export function declaredAt(node: ts.Node): DeclarationPlace {
  const source = node.getSourceFile();
  if (ts.isSourceFile(node)) return { path: source.fileName, line: 0 };
  return {
    path: source.fileName,
    line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
  };
}

/** The innermost node at a position. */
export function nodeAt(source: ts.SourceFile, position: number): ts.Node {
  const inside = (node: ts.Node): ts.Node => {
    const child = ts.forEachChild(node, (each) =>
      each.getStart(source) <= position && position < each.end ? each : undefined,
    );
    return child === undefined ? node : inside(child);
  };
  return inside(source);
}

/** The nearest node around that is of a kind, the node itself included. */
export function around<T extends ts.Node>(node: ts.Node, is: (each: ts.Node) => each is T): T | undefined {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) if (is(at)) return at;
  return undefined;
}

/** One line of a longer saying. */
export function shortly(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

export function messageOf({ messageText }: ts.Diagnostic): string {
  return shortly(typeof messageText === 'string' ? messageText : messageText.messageText);
}
