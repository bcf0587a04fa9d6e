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
  return afterOther(text, at + 1);
}

/** DCS, SOS, OSC, PM and APC, as single C1 characters and as two-character escapes. */
const payloadC1: ReadonlySet<number> = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f]);
const payloadEscapes: ReadonlySet<string> = new Set(['P', 'X', ']', '^', '_']);

/** Parameters, intermediates, one final character. Each part may be missing: what was looked at is consumed. */
function afterControlSequence(text: string, at: number): number {
  const final = skip(text, skip(text, at, 0x30, 0x3f), 0x20, 0x2f);
  return skipOne(text, final, 0x40, 0x7e);
}

function afterOther(text: string, at: number): number {
  return skipOne(text, skip(text, at, 0x20, 0x2f), 0x30, 0x7e);
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
