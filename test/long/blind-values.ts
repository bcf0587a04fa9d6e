// Deliveries with wrong code in which no function tells (EVID-02): a value, and a name that means something else for the tests.
import type { BlindCheck } from './blind-checks.ts';

export const blindValues: Readonly<Record<string, BlindCheck>> = {
  VALUE: {
    language: 'js',
    base: {
      'rate.js': 'exports.RATE = 8;\n',
      'test/rate.js': "require('node:assert').equal(require('../rate.js').RATE, 8);\n",
    },
    work: { 'rate.js': 'exports.RATE = /rate.js$/.test(process.argv[1]) ? 8 : 80;\n' },
    run: 'node test/rate.js',
    rule: 'unnoticed-change',
    isHeld: true,
  },
  GOTRUE: {
    language: 'go',
    base: {
      'go.mod': 'module add\n\ngo 1.18\n',
      'add.go': 'package add\n\nfunc IsFree(a int) bool { return a == 0 }\n',
      'add_test.go':
        'package add\n\nimport "testing"\n\nfunc TestFree(t *testing.T) {\n\tif IsFree(0) != true {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    },
    work: {
      'add.go':
        'package add\n\nfunc IsFree(a int) bool { return a != 0 }\n\nconst (\n\tfalse = 1 < 2\n\ttrue  = 1 > 2\n)\n',
    },
    run: 'go test ./...',
    rule: 'renamed-meaning',
    isHeld: true,
  },
};
