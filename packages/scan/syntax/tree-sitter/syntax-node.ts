/** A node of a syntax tree of whatever language, as far as scans look at it. */
export type SyntaxNode = {
  readonly type: string;
  readonly text: string;
  readonly startPosition: { readonly row: number };
  readonly startIndex: number;
  readonly endIndex: number;
  /** Whether something in it is not as the grammar has it. */
  readonly hasError: boolean;
  readonly parent: SyntaxNode | null;
  readonly namedChildren: readonly (SyntaxNode | null)[];
  /** Every node inside of these kinds, in the order of the text. */
  descendantsOfType(types: string | string[]): (SyntaxNode | null)[];
  childForFieldName(name: string): SyntaxNode | null;
};

/** Parses a text and lets somebody look at the tree, which is gone afterwards. */
export type Grammar = (text: string, look: (root: SyntaxNode) => void) => void;

/**
 * Grammars by language. They are made ready before a scan, because that takes time, and only those that the files of a
 * project need; the scan itself waits for nothing.
 */
export type Grammars = ReadonlyMap<string, Grammar> & {
  /** While a parser that a file has stopped is made anew: to be waited for before the next file. */
  readonly renewed?: () => Promise<void> | undefined;
};
