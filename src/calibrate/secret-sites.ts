import { typescript as ts } from '../../packages/scan/index.ts';

import { chanceOf } from './chance.ts';
import type { PlantingPlace } from './kinds.ts';

const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 32;

/**
 * What looks random and opens nothing: letters and digits alone, without the beginnings by which providers' keys are known.
 * `salt` makes it another one in every place.
 */
export function fakeSecret(salt: string): string {
  let seed = LENGTH;
  for (const letter of salt) seed = (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  const chance = chanceOf(seed);
  const letters = Array.from({ length: LENGTH - 2 }, () => LETTERS[chance.below(LETTERS.length)] ?? 'k');
  // Always a letter and a digit, whatever was drawn.
  return `q7${letters.join('')}`;
}

const NAMES = ['clientSecret', 'signingKey', 'accessToken', 'sessionSecret'];
const WHAT = 'a secret is written into the source';

/** A line with a secret before statements of the outermost level. */
export function secretSites(source: ts.SourceFile): readonly PlantingPlace[] {
  const name = NAMES.find((each) => !source.text.includes(each));
  if (name === undefined) return [];
  return source.statements
    .filter((statement) => !ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement))
    .flatMap((statement): readonly PlantingPlace[] => {
      const start = statement.getStart(source, true);
      if (start > 0 && source.text[start - 1] !== '\n') return [];
      const text = `const ${name} = '${fakeSecret(`${source.fileName}:${start}`)}';\n`;
      return [{ kind: 'secret', start, end: start, text, what: WHAT }];
    });
}

type SecretLine = { readonly before: RegExp; readonly line: (indent: string, secret: string) => string };

/** How other languages say it, and before which lines that may stand. */
const SECRET_LINES: Readonly<Record<string, SecretLine>> = {
  python: { before: /^(?:def|class|[A-Za-z_]\w* =)/, line: (_, secret) => `CLIENT_SECRET = "${secret}"\n` },
  go: { before: /^(?:func|type|var|const) \w/, line: (_, secret) => `var clientSecret = "${secret}"\n` },
  java: {
    before: /^\s+(?:public|private|protected) [^=;]*\{\s*$/,
    line: (indent, secret) => `${indent}private static final String CLIENT_SECRET = "${secret}";\n`,
  },
  csharp: {
    before: /^\s+(?:public|private|protected|internal) [^=;]*\)\s*\{?\s*$/,
    line: (indent, secret) => `${indent}private const string ClientSecret = "${secret}";\n`,
  },
};

/** The same for one line of a text in another language. */
export function secretSiteAt(language: string, line: string, start: number): PlantingPlace | undefined {
  const known = SECRET_LINES[language];
  if (known?.before.test(line) !== true) return undefined;
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const text = known.line(indent, fakeSecret(`${language}:${start}:${line}`));
  return { kind: 'secret', start, end: start, text, what: WHAT };
}
