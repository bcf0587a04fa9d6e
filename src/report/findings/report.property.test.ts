import { readFileSync } from 'node:fs';

import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { writeGithubAnnotations } from './github.ts';
import { hostileAudit } from '../../../test/support/hostile-audit.ts';
import { writeJunit } from './junit.ts';
import { notPassed } from './plain.ts';
import { sarifOf } from './sarif.ts';

const schema = new URL('../../../test/fixtures/sarif-2.1.0.schema.json', import.meta.url);
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  JSON.parse(readFileSync(schema, 'utf8')) as object,
);

/** What a terminal or a log would obey or hide. */
const UNSEEN = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

test('TEAM-14 whatever a repository says, SARIF stays valid against its schema', () => {
  fc.assert(
    fc.property(hostileAudit, (audit) => {
      const sarif = sarifOf(audit, '1.2.3');
      expect(isSarif(JSON.parse(JSON.stringify(sarif))), JSON.stringify(isSarif.errors)).toBe(true);
    }),
  );
});

test('TEAM-14 the schema refuses what is no SARIF', () => {
  expect(isSarif({ version: '2.1.0' })).toBe(false);
  expect(isSarif({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x', rool: 1 } } }] })).toBe(false);
});

test('TEAM-14 paths of SARIF are URIs below the root of the repository', () => {
  fc.assert(
    fc.property(hostileAudit, (audit) => {
      const { runs } = JSON.parse(JSON.stringify(sarifOf(audit, '1.2.3'))) as {
        runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
      };
      for (const { locations } of runs[0]?.results ?? [])
        for (const { physicalLocation } of locations) {
          const { uri } = physicalLocation.artifactLocation;
          expect(uri).toMatch(/^[\w.~%/-]+$/);
          expect(() => decodeURIComponent(uri)).not.toThrow();
        }
    }),
  );
});

/** A reader of the XML we write and of nothing else: elements, attributes, text; whatever else there is, it refuses. */
function elementsOf(xml: string): readonly string[] {
  const names: string[] = [];
  const open: string[] = [];
  const token =
    /<\?xml version="1\.0" encoding="UTF-8"\?>|<(\/?)([a-z]+)((?: [a-z]+="[^"<>&']*(?:&(?:amp|lt|gt|quot|apos);[^"<>&']*)*")*)(\/?)>|((?:[^<>&"']|&(?:amp|lt|gt|quot|apos);)+)/gy;
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const found = token.exec(xml);
    if (found === null) throw new Error(`not well-formed at ${at}: ${xml.slice(at, at + 80)}`);
    const [, close, name, , selfClosed] = found;
    if (name === undefined) continue;
    if (close === '/') {
      if (open.pop() !== name) throw new Error(`${name} is closed and was not open`);
    } else {
      names.push(name);
      if (selfClosed !== '/') open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`${open.join()} is still open`);
  return names;
}

test('TEAM-14 whatever a repository says, JUnit XML is well-formed and has exactly our elements', () => {
  fc.assert(
    fc.property(hostileAudit, (audit) => {
      const xml = writeJunit(audit);
      expect(xml.replaceAll('\n', '')).not.toMatch(UNSEEN);
      expect(xml).not.toMatch(/[\ufffe\uffff]/);
      expect(xml.isWellFormed()).toBe(true);
      const names = elementsOf(xml);
      const count = (name: string): number => names.filter((each) => each === name).length;
      const empty = audit.rules.filter(({ id }) => !audit.findings.some(({ rule }) => rule === id)).length;
      expect(count('testcase')).toBe(audit.findings.length + empty + notPassed(audit).length);
      expect(count('failure') + count('skipped')).toBe(audit.findings.length);
      expect(count('error')).toBe(notPassed(audit).length);
      expect(new Set(names).size).toBeLessThanOrEqual(6);
    }),
  );
});

test('TEAM-14 whatever a repository says, it gives GitHub no command of its own', () => {
  fc.assert(
    fc.property(hostileAudit, (audit) => {
      const lines = writeGithubAnnotations(audit).split('\n').slice(0, -1);
      for (const line of lines) {
        expect(line).not.toMatch(UNSEEN);
        expect(line).toMatch(
          /^(?:::(?:error|warning|notice) (?:file=[^,:]*(?:,line=\d+)?,)?title=[^,:]+::|\+\d+ more \((?:error|warning|notice)\): )/,
        );
      }
      const open = audit.findings.filter(
        ({ suppressed, baseline }) => suppressed === null && baseline !== 'known',
      );
      const shown = lines.filter((line) => line.startsWith('::')).length;
      const more = lines.flatMap((line) => /^\+(\d+) more/.exec(line)?.[1] ?? []).map(Number);
      expect(shown + more.reduce((sum, each) => sum + each, 0)).toBe(open.length + notPassed(audit).length);
    }),
  );
});
