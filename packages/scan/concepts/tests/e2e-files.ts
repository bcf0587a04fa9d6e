import type { ScannedFile } from '../../engine/files/scanned-file.ts';

const FOLDERS = /(?:^|\/)(?:e2e|e2e[-_]tests?|end-to-end|playwright|cypress|[\w-]+[-_]e2e)\//i;
/** Components are tried out by themselves in `*.cy.tsx`. */
const NAMES = /\.(?:e2e|cy|e2e-spec|e2e\.spec|e2e\.test|pw)\.[cm]?[jt]s$/i;
/** `expect` alone drives nothing. */
const DRIVES =
  /(?<!import \{ expect \} )from ['"](?:@playwright\/test|playwright|puppeteer|webdriverio|selenium-webdriver|testcafe)['"]|from (?:playwright|selenium)\b|using (?:Microsoft\.Playwright|OpenQA\.Selenium)/;

/** Whether a file is part of tests that drive the whole application: by its folder, its name, or what it imports. */
export function isEndToEnd({ path, isTest, text }: Pick<ScannedFile, 'path' | 'isTest' | 'text'>): boolean {
  if (/config\.[cm]?[jt]s$|\.d\.ts$/.test(path)) return false;
  return isEndToEndByName(path) || (isTest && DRIVES.test(text));
}

function isEndToEndByName(path: string): boolean {
  return FOLDERS.test(path) || NAMES.test(path);
}

const ASSERTS = /\b(?:expect|should|assert)/i;
const ABSENT =
  /\bnot(?:\b|_|[A-Z])|Not(?!Null|Empty)[A-Z]|[hH]idden|toBe(?:False|Falsy|Null|Undefined)|\bFalse\b|(?<!Not)Empty\b|\(0\)|\(\[\]\)|\(false\)|Less\w*Than|AtMost|== ?0\b|<=? ?\d/;

/** Whether the first assertion of these statements is that something is not there. */
export function saysAbsence(statements: readonly string[]): boolean {
  const first = statements.find((each) => ASSERTS.test(each));
  return first !== undefined && ABSENT.test(first);
}
