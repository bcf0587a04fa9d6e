// Checks that refuse any inserted code, and an honest test that a function taken out passes too (EVID-02), as data.
import { type BlindCheck, go, going, js, scripted } from './blind-checks.ts';

const suite = (title: string, body: string): string =>
  `const { test } = require('node:test');\nconst { first } = require('../first.js');\ntest('${title}', () => { ${body} });\n`;
const narrow =
  "const lines = require('node:fs').readFileSync('add.js', 'utf8').split('\\n');\nif (lines.some((line) => line.length > 60)) process.exit(1);\n";

export const refusing: Readonly<Record<string, BlindCheck>> = {
  // A compiler's and a linter's no to inserted code says nothing about the change.
  VETTED: {
    language: 'go',
    base: going,
    work: { 'add.go': go.wrong },
    run: 'go vet ./...',
    rule: 'unnoticed-change',
    isHeld: true,
  },
  NARROW: {
    language: 'js',
    base: { ...scripted, 'test/narrow.js': narrow },
    work: { 'add.js': js.wrong },
    run: 'node test/narrow.js',
    rule: 'unnoticed-change',
    isHeld: true,
  },
};

export const notThrowing: Readonly<Record<string, BlindCheck>> = {
  // A test that nothing is thrown passes without the function too, and fails with base's.
  NOTHROW: {
    language: 'js',
    base: {
      'first.js': 'exports.first = (list) => list[0].name;\n',
      'test/first.test.js': suite('first', "if (first([{ name: 'a' }]) === 'b') throw new Error('b');"),
    },
    work: {
      'first.js': 'exports.first = (list) => list[0]?.name;\n',
      'test/empty.test.js': suite('empty', 'first([]);'),
    },
    run: 'node --test test/*.test.js',
    proof: 'node --test test/empty.test.js',
    rule: '',
    isHeld: false,
  },
};
