/** Every way the machinery (not the work) can fail. A failed gate is a verdict, never an error. */
export const errorCodes = [
  'USAGE_INVALID',
  'FILE_UNREADABLE',
  'FILE_TOO_LARGE',
  'PLAN_INVALID',
  'CONFIG_INVALID',
  'INPUT_INVALID',
  'TRANSITION_ILLEGAL',
  'STATE_CONFLICT',
  'JOURNAL_DAMAGED',
  'AGENT_UNAVAILABLE',
  'ENVIRONMENT_UNFIT',
  'LIMIT_REACHED',
  'BUG',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

type More = {
  readonly data?: Readonly<Record<string, string | number>>;
  readonly hint?: string;
  readonly cause?: unknown;
};

/** The one error we throw. Match on `code`: across a process or a replay nothing else survives. */
export class GauntletError extends Error {
  override readonly name = 'GauntletError';
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, string | number>>;
  /** What the person at the terminal can do next, in one sentence. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, more: More = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.data = more.data ?? {};
    this.hint = more.hint;
  }
}

export function hasCode(error: unknown, code: ErrorCode): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The code of a system error, such as ENOENT; empty where it has none. */
export function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** Whether a part of Gauntlet itself could not be loaded. No project's module is ever loaded into this process. */
export function isIncomplete(error: unknown): boolean {
  return ['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'].includes(errorCode(error));
}
