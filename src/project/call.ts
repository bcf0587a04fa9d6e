import type { Readable } from 'node:stream';

/** Where a use-case is asked for, and who hears of it on the way. Only the command line prints. */
export type Caller = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  stdin(): Readable;
  /** Says one line beside the result. */
  say(line: string): void;
  /** Asks a question that is answered with yes or no. */
  ask(question: string): Promise<boolean>;
  /** Whether a person reads what is said. */
  isWatched(): boolean;
  /** Whether a person can answer questions. */
  mayAsk(): boolean;
};

/** A use-case as somebody asks for it: its operands and options, and who asks. */
export type Call<Options extends object = object> = {
  readonly operands: readonly string[];
  readonly options: Options;
  /** A program asks: it reads one JSON value, and no words on the way. */
  readonly json: boolean;
  readonly io: Caller;
};
