/** A piece of a text that is replaced; where `start` is `end`, one that is put in. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** How a function is taken out: it gives nothing back, or it throws. */
export type Removal = 'return' | 'throw';

/** One function that has a body. */
export type FunctionBody = {
  /** Empty where it has none: a callback. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /**
   * What takes it out. The body stays behind it and does not run, so that imports and variables are still used and the
   * program still compiles.
   */
  readonly edits: (removal: Removal, note: string) => readonly Edit[];
  /** The statement that notes each call; missing where a call cannot be written down. */
  readonly note?: (file: string) => string;
};

/** The variable that names the file to which calls are noted, one a line: `["src/add.js","add",[1,2]]`. */
export const CALLS = 'CALLS_FILE';

/** Calls that one process notes: a function that is called all the time must not get slow by it. */
export const MOST_NOTED = 300;

export function putIn(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/** What is known of one text. */
export type TextFunctions = {
  readonly functions: readonly FunctionBody[];
  /** Where comments are, in the order of the text. */
  readonly comments: readonly { readonly start: number; readonly end: number }[];
};
