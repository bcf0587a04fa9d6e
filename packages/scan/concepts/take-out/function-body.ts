/** A piece of a text that is replaced; where `start` is `end`, one that is put in. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

/**
 * How a function is taken out: it gives nothing back, it throws, or its answer is spoiled: it runs as it is, and then gives
 * nothing back. `keep` takes out nothing: its calls are noted, or answers are given before it runs. Code that blinds a check from inside of a function still does so when the answer is spoiled.
 * `base` puts the function of base in its place.
 */
export type Removal = 'return' | 'throw' | 'spoil' | 'keep' | 'base';

/**
 * Conditions around what leaves a function, and the same that never hold. Compilers and linters accept them: code behind
 * them stays in reach.
 */
export const SCRIPT_HOLDS = 'Math.PI > 3';
export const CSHARP_HOLDS = 'System.Environment.ProcessorCount > 0';
const NEVER: readonly (readonly [holds: string, never: string])[] = [
  [SCRIPT_HOLDS, 'Math.PI < 3'],
  [CSHARP_HOLDS, 'System.Environment.ProcessorCount < 0'],
  ['if __name__', 'if not __name__'],
  ['if true {', 'if false {'],
  ['if (true)', 'if (false)'],
];

/** The same insertion, which changes nothing; none where it cannot be made. */
export function idle(edits: readonly Edit[]): readonly Edit[] {
  const never = (text: string): string =>
    NEVER.reduce((left, [holds, other]) => left.replaceAll(holds, other), text);
  return edits.some(({ text }) => never(text) !== text)
    ? edits.map((edit) => ({ ...edit, text: never(edit.text) }))
    : [];
}

/** Answers that a function gives instead of its own, to callers in these files only. */
export type GivenAnswers = {
  /** The answer to each list of arguments, both as JSON: `{"[1,2]":[3]}`. */
  readonly answers: string;
  readonly callers: readonly string[];
};

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
  readonly edits: (removal: Exclude<Removal, 'base'>, note: string) => readonly Edit[];
  /** The statement that notes each call; missing where a call cannot be written down. */
  readonly note?: () => string;
  /** The statement that gives answers; missing where `note` is. */
  readonly answer?: (given: GivenAnswers) => string;
};

/** The variable that names the file to which calls are noted, one a line with the caller: `["src/add.js","add",[1,2],"at …"]`. */
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
