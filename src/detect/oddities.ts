import { addedLines, type FileChange } from './change.ts';
import type { Detected } from './finding.ts';
import { languageOf } from './code/language.ts';
import { linkEnd } from './link-end.ts';
import { longestName, longestPath } from '../model/paths.ts';

/** Things in a tree that have no place in a change: each can hide something or reach outside. */
export function detectOddities(change: FileChange): readonly Detected[] {
  if (change.after === null) return [];
  return [
    ...longPath(change),
    ...oddPath(change),
    ...link(change),
    ...codeBecameLink(change),
    ...compiledCache(change),
    ...submodule(change),
    ...executable(change),
    ...unread(change),
    ...hiddenLetters(change),
    ...conflictMarkers(change),
    ...oddEncoding(change),
  ];
}

type Said = Pick<Detected, 'rule' | 'severity' | 'message' | 'evidence' | 'fix'> & { readonly line?: number };

function about(change: FileChange, said: Said): readonly Detected[] {
  return [{ file: change.path, line: 0, ...said }];
}

const UNSEEN =
  '\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
const UNSEEN_IN_PATH = new RegExp(
  `[${UNSEEN}\\t\\n\\r\\\\:*?"<>|]|[. ](?:/|$)|(?:^|/)(?:\\.git|git~\\d+)(?:/|$)`,
  'i',
);

function longPath(change: FileChange): readonly Detected[] {
  const { path } = change;
  const bytes = (text: string): number => new TextEncoder().encode(text).length;
  if (bytes(path) <= longestPath && path.split('/').every((part) => bytes(part) <= longestName)) return [];
  return about(change, {
    rule: 'odd-path',
    severity: 'HIGH',
    message: `This path cannot be checked out: a name may have ${longestName} bytes, and a whole path ${longestPath}.`,
    evidence: `${bytes(path)} bytes`,
    fix: 'Give the file a shorter name.',
  });
}

function oddPath(change: FileChange): readonly Detected[] {
  if (change.before !== null || !UNSEEN_IN_PATH.test(change.path)) return [];
  return about(change, {
    rule: 'odd-path',
    severity: 'HIGH',
    message: 'This path has characters that are invisible or that other systems read differently.',
    evidence: JSON.stringify(change.path),
    fix: 'Give the file a name of letters, digits, dots, dashes and underscores.',
  });
}

function link(change: FileChange): readonly Detected[] {
  if (change.after?.mode !== '120000') return [];
  const target = change.after.text ?? '';
  if (linkEnd(change.path, target) !== undefined) return [];
  return about(change, {
    rule: 'link-outside',
    severity: 'CRITICAL',
    message: 'This link leads out of the repository: it gives access to other files.',
    evidence: target,
    fix: 'Remove the link, or point it to a file of the repository with a relative path.',
  });
}

/** What is read in its place can change without it. */
function codeBecameLink(change: FileChange): readonly Detected[] {
  const { path, before, after } = change;
  const wasFile = before !== null && before.mode.startsWith('100');
  if (!wasFile || after?.mode !== '120000' || languageOf(path) === undefined) return [];
  return about(change, {
    rule: 'code-became-link',
    severity: 'HIGH',
    message:
      'This program was a file and is a link now: reviewers and checks of code read another file in its place.',
    evidence: after.text ?? '',
    fix: 'Write the program into the file itself, or let those who load it load the other file.',
  });
}

/** Python runs it in place of the source. */
function compiledCache(change: FileChange): readonly Detected[] {
  if (!/\.py[co]$/i.test(change.path)) return [];
  return about(change, {
    rule: 'compiled-cache',
    severity: 'HIGH',
    message: 'This is a compiled program: Python can run it instead of the source that reviewers read.',
    fix: 'Remove it from the commit and name `__pycache__` in `.gitignore`.',
  });
}

function submodule(change: FileChange): readonly Detected[] {
  if (change.after?.mode !== '160000') return [];
  return about(change, {
    rule: 'submodule',
    severity: 'HIGH',
    message: 'This is another repository: its content was not checked and can change without a commit here.',
    evidence: change.after.blob,
    fix: 'Remove the entry; add what is needed as files or as a dependency.',
  });
}

const DATA =
  /\.(?:json|ya?ml|toml|md|txt|csv|xml|html?|css|svg|png|jpe?g|gif|webp|ico|pdf|lock|snap|ttf|woff2?)$/i;

function executable(change: FileChange): readonly Detected[] {
  const isGained = change.after?.mode === '100755' && change.before?.mode !== '100755';
  if (!isGained || !DATA.test(change.path)) return [];
  return about(change, {
    rule: 'executable-data',
    severity: 'MEDIUM',
    message: 'A file of data became executable.',
    evidence: `${change.before?.mode ?? 'new'} → 100755`,
    fix: 'Remove the executable bit.',
  });
}

function unread(change: FileChange): readonly Detected[] {
  if (change.after?.unread === 'large')
    return about(change, {
      rule: 'large-file',
      severity: 'HIGH',
      message: 'This file is too large to read: it was not checked for secrets or anything else.',
      fix: 'Remove it, and store large files outside the repository.',
    });
  if (change.after?.unread !== 'binary' || languageOf(change.path) === undefined) return [];
  return about(change, {
    rule: 'binary-code',
    severity: 'HIGH',
    message: 'This file is named like code and contains bytes that are not text, so no reviewer can read it.',
    fix: 'Write it as plain UTF-8 text.',
  });
}

/** A joiner between two pictures makes one of them; anywhere else it hides. */
const HIDDEN = new RegExp(
  `(?!\\u200d)[${UNSEEN}]|(?<!\\p{Extended_Pictographic}\\ufe0f?|[\\u{1f3fb}-\\u{1f3ff}])\\u200d|[\\u{e0000}-\\u{e007f}]`,
  'u',
);

/** Control letters that no terminal and no editor acts upon: recorded data has them, and they hide nothing. */
const INERT = /[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f]/g;

/** Letters that make code read differently from what it does, or hide text from a reader. */
function hiddenLetters(change: FileChange): readonly Detected[] {
  return addedLines(change).flatMap(({ line, text }) => {
    // A byte order mark at the very start is an old habit and hides nothing.
    const seen = line === 1 ? text.replace(/^\ufeff/, '') : text;
    const found = HIDDEN.exec(seen.replace(INERT, '')) ?? HIDDEN.exec(seen);
    if (found === null) return [];
    const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return about(change, {
      rule: 'hidden-letters',
      severity:
        languageOf(change.path) === undefined || found[0].replace(INERT, '') === '' ? 'MEDIUM' : 'HIGH',
      line,
      message: `This line has an invisible character (U+${code}): the code that runs differs from what a reviewer reads.`,
      evidence: text.trim().slice(0, 300),
      fix: 'Remove it, or write it as an escape sequence.',
    });
  });
}

function conflictMarkers(change: FileChange): readonly Detected[] {
  const lines = addedLines(change);
  const start = lines.find(({ text }) => /^<{7}(?: |$)/.test(text));
  const end = lines.find(({ text }) => /^>{7}(?: |$)/.test(text));
  const middle = lines.find(({ text }) => /^={7}\r?$/.test(text));
  const marker = start ?? end;
  if (marker === undefined || (middle === undefined && (start === undefined || end === undefined))) return [];
  return about(change, {
    rule: 'conflict-marker',
    severity: 'HIGH',
    line: marker.line,
    message: 'A merge conflict was left in this file.',
    evidence: marker.text,
    fix: 'Resolve the conflict and remove the markers.',
  });
}

/** As Python itself looks for it. */
const COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;

/** Ways of writing in which plain letters stand for others. Those that only bring more letters hide nothing. */
const MISLEADING =
  /^(?:utf_?7|u7|unicode_1_1_utf_7|(?:raw_)?unicode_escape|unicode_internal|string_escape|escape|rot_?13|punycode|idna|hz(?:_?gb(?:_?2312)?)?|hzgb|iso_?2022\w*|csiso2022\w*|undefined|(?:hex|base_?64|bz2|zlib|zip|uu|quopri|quoted_printable|quotedprintable)(?:_codec)?|utf_?(?:16|32)\w*|u16|u32|utf16|utf32|mbcs|oem|dbcs|ansi|cp037|cp273|cp424|cp500|cp875|cp1026|cp1140|ibm\d+|ebcdic\w*)$/;

/** The second line counts only where nothing but a comment stands before it. */
function cookieOf(
  text: string | undefined,
): { readonly line: number; readonly encoding: string; readonly said: string } | undefined {
  const [first = '', second = ''] = (text ?? '').replace(/^\ufeff/, '').split(/\r\n|\r|\n/, 2);
  for (const [index, said] of (/^[ \t\f]*(?:#|$)/.test(first) ? [first, second] : [first]).entries()) {
    const encoding = COOKIE.exec(said.slice(0, 1000))?.[1];
    if (encoding !== undefined) return { line: index + 1, encoding, said };
  }
  return undefined;
}

/** Python reads a file as its first lines say: in `raw_unicode_escape` or `utf-7` a comment can hold code. */
function oddEncoding(change: FileChange): readonly Detected[] {
  if (languageOf(change.path) !== 'python') return [];
  const cookie = cookieOf(change.after?.text);
  if (cookie === undefined || !isMisleading(cookie.encoding)) return [];
  if (cookie.encoding === cookieOf(change.before?.text)?.encoding) return [];
  return about(change, {
    rule: 'odd-encoding',
    severity: 'HIGH',
    line: cookie.line,
    message: `This file says that it is written in ${cookie.encoding}: the code that runs differs from what a reviewer reads.`,
    evidence: cookie.said.trim().slice(0, 300),
    fix: 'Write it as plain UTF-8 and remove the line.',
  });
}

/** Python takes the names of codecs in any case, and every sign between their parts for the same one. */
function isMisleading(encoding: string): boolean {
  return MISLEADING.test(encoding.toLowerCase().replaceAll(/[-.\s]+/g, '_'));
}
