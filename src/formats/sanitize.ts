export type SanitizeOptions = {
  /** The result is never longer than this (UTF-16 units); where something was cut, it says so at its end. */
  readonly maxLength?: number;
  /** Each run of line breaks and tabs becomes one space, and the ends are trimmed. */
  readonly singleLine?: boolean;
};

/**
 * What an agent or a repository said, safe for a log, a terminal or a prompt: no escape sequence, no control,
 * bidirectional, zero-width or tag character. Only line feed and tab survive of the controls.
 */
export function sanitize(text: string, options: SanitizeOptions = {}): string {
  const clean = SUSPECT.test(text) ? withoutSuspects(text) : text;
  const shaped = options.singleLine === true ? clean.replace(BREAKS, ' ').trim() : clean;
  return options.maxLength === undefined ? shaped : cap(shaped, options.maxLength);
}

/*
 * A carriage return is dropped like the other controls: CRLF becomes LF, and `FAIL\rPASS` reads FAILPASS, so what
 * followed a lone return can never stand at the start of a line.
 */
const UNSEEN = '\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff';

/** Surrogates are looked at one by one, because half of a pair or a tag character may be among them. */
const SUSPECT = new RegExp(`[${UNSEEN}\\ud800-\\udfff]`);

const BREAKS = /[\n\t\u2028\u2029]+/g;

const SEEN = 0;
const DROPPED = 1;
const SURROGATE = 2;

let table: Uint8Array | undefined;

/**
 * What to do with each UTF-16 unit. A table, because a pattern match per character is too slow at 20 MB; made when
 * it is first wanted, because most texts hold nothing suspect and making it takes longer than a short command.
 */
function fatesOfUnits(): Uint8Array {
  table ??= Uint8Array.from({ length: 0x10000 }, (_, code) => {
    if (code >= 0xd800 && code <= 0xdfff) return SURROGATE;
    return SUSPECT.test(String.fromCharCode(code)) ? DROPPED : SEEN;
  });
  return table;
}

function withoutSuspects(text: string): string {
  const fates = fatesOfUnits();
  const kept = new Uint16Array(text.length);
  let count = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const fate = fates[code];
    if (fate === SEEN) {
      kept[count++] = code;
      at += 1;
    } else if (fate === DROPPED) {
      at = afterEscape(text, at);
    } else {
      const low = lowHalf(text, at);
      if (isVisiblePair(code, low)) {
        kept[count++] = code;
        kept[count++] = low;
      }
      at += low === 0 ? 1 : 2;
    }
  }
  return new TextDecoder('utf-16le').decode(kept.subarray(0, count));
}

/** The second half of the pair that starts here, or 0 where a half stands alone. */
function lowHalf(text: string, at: number): number {
  if (text.charCodeAt(at) >= 0xdc00) return 0;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xdfff ? low : 0;
}

/** Tag characters (U+E0000–E007F) are pairs nobody sees. */
function isVisiblePair(high: number, low: number): boolean {
  return low !== 0 && !(high === 0xdb40 && low <= 0xdc7f);
}

function cap(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const note = ` … [cut, ${text.length} characters in all]`;
  return (cutAt(text, Math.max(0, maxLength - note.length)) + note).slice(0, maxLength);
}

/** The first `length` units, one fewer where that would split a pair. */
function cutAt(text: string, length: number): string {
  const head = text.slice(0, length);
  return SPLIT_PAIR.test(head) ? head.slice(0, -1) : head;
}

const SPLIT_PAIR = /[\ud800-\udbff]$/;

const ESC = 0x1b;
const CSI = 0x9b;
const ST = 0x9c;

/** The place after the escape sequence that starts here; after this one character where none starts. */
export function afterEscape(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === CSI) return afterControlSequence(text, at + 1);
  if (payloadC1.has(code)) return afterPayload(text, at + 1);
  if (code !== ESC) return at + 1;

  const next = text.charAt(at + 1);
  if (next === '[') return afterControlSequence(text, at + 2);
  if (payloadEscapes.has(next)) return afterPayload(text, at + 2);
  return skipOne(text, skip(text, at + 1, 0x20, 0x2f), 0x30, 0x7e);
}

/** DCS, SOS, OSC, PM and APC, as single C1 characters and as two-character escapes. */
const payloadC1: ReadonlySet<number> = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f]);
const payloadEscapes: ReadonlySet<string> = new Set(['P', 'X', ']', '^', '_']);

/** Parameters, intermediates, one final character. Each part may be missing: what was looked at is consumed. */
function afterControlSequence(text: string, at: number): number {
  const final = skip(text, skip(text, at, 0x30, 0x3f), 0x20, 0x2f);
  return skipOne(text, final, 0x40, 0x7e);
}

/**
 * A payload runs to its terminator, and at most to the end of its line: text quoted from a repository must not be
 * able to swallow the lines a judge wrote after it.
 */
function afterPayload(text: string, from: number): number {
  let at = from;
  while (at < text.length && !payloadEnds.has(text.charCodeAt(at))) at += 1;
  const end = text.charCodeAt(at);
  if (end === ESC && text.charAt(at + 1) === '\\') return at + 2;
  return end === 0x07 || end === ST ? at + 1 : at;
}

/** BEL, LF, CR, CAN, SUB, ESC, ST. */
const payloadEnds: ReadonlySet<number> = new Set([0x07, 0x0a, 0x0d, 0x18, 0x1a, ESC, ST]);

function skip(text: string, from: number, first: number, last: number): number {
  let at = from;
  while (skipOne(text, at, first, last) > at) at += 1;
  return at;
}

function skipOne(text: string, at: number, first: number, last: number): number {
  const code = text.charCodeAt(at);
  return code >= first && code <= last ? at + 1 : at;
}
