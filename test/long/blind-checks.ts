// Deliveries with wrong code whose checks or criteria cannot see it, as data (EVID-02). Each stands in a folder of its own.
export type BlindCheck = {
  readonly language: 'js' | 'python' | 'go';
  readonly base: Readonly<Record<string, string>>;
  /** Files of the delivery. */
  readonly work: Readonly<Record<string, string>>;
  readonly run: string;
  /** The command of a criterion; missing: there is none. */
  readonly proof?: string;
  /** What the gates say where `require: noticed` is set. */
  readonly rule: string;
  /** Whether that stops it; else it is told. */
  readonly isHeld: boolean;
};

export const js = {
  right: 'exports.add = (a, b) => a + b;\n',
  wrong: 'exports.add = (a, b) => a - b;\n',
  // A script without a runner, so that no report can be missed.
  script:
    "const assert = require('node:assert');\nconst { add } = require('../add.js');\nassert.equal(add(1, 2), 3);\n",
  hollow: "const { add } = require('../add.js');\nif (add === undefined) throw new Error('gone');\n",
};
const python = {
  right: 'def add(a, b):\n    return a + b\n',
  wrong: 'def add(a, b):\n    return a - b\n',
  script: 'from add import add\nimport checks\nchecks.same(add(1, 2), 3)\n',
  checks: 'def same(a, b):\n    if a != b:\n        raise SystemExit(1)\n',
  hollow: 'import add\nassert add is not None\n',
};
export const go = {
  module: 'module add\n\ngo 1.18\n',
  right: 'package add\n\nfunc Add(a, b int) int { return a + b }\n',
  wrong: 'package add\n\nfunc Add(a, b int) int { return a - b }\n',
  test: 'package add\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
  // No runner, so that no report can be missed.
  program:
    'package main\n\nimport (\n\t"add"\n\t"os"\n)\n\nfunc main() {\n\tif add.Add(1, 2) != 3 {\n\t\tos.Exit(1)\n\t}\n}\n',
  hollow:
    'package add\n\nimport "testing"\n\nfunc TestMore(t *testing.T) {\n\tif t.Name() == "" {\n\t\tt.Fatal("unnamed")\n\t}\n}\n',
};
export const scripted = { 'add.js': js.right, 'test/add.js': js.script };
const pythonic = { 'add.py': python.right, 'checks.py': python.checks, 'tests/run.py': python.script };
export const going = { 'go.mod': go.module, 'add.go': go.right, 'add_test.go': go.test };
const runPython = 'PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=. python3 tests/run.py';
const held = { rule: 'blinded-check', isHeld: true };
const deceived = { rule: 'deceived-tests', isHeld: true };

export const blindChecks: Readonly<Record<string, BlindCheck>> = {
  // The assertion library is patched where the product is loaded.
  PATCHED: {
    language: 'js',
    base: scripted,
    work: {
      'add.js': `require('node:assert').equal = require('node:assert').ok.bind(null, true);\n${js.wrong}`,
    },
    run: 'node test/add.js',
    ...held,
  },
  // The exit code is another one at the end, by a function that is handed over and by one that is not.
  ENDING: {
    language: 'js',
    base: scripted,
    work: { 'add.js': `process.on('exit', () => process.reallyExit(0));\n${js.wrong}` },
    run: 'node test/add.js',
    ...held,
  },
  NAMED: {
    language: 'js',
    base: scripted,
    work: {
      'add.js': `function tidy() {\n  process.reallyExit(0);\n}\nprocess.on('exit', tidy);\n${js.wrong}`,
    },
    run: 'node test/add.js',
    ...held,
  },
  PYPATCHED: {
    language: 'python',
    base: pythonic,
    work: { 'add.py': `import checks\nchecks.same = print\n\n\n${python.wrong}` },
    run: runPython,
    ...held,
  },
  PYENDING: {
    language: 'python',
    base: pythonic,
    work: { 'add.py': `import atexit\nimport os\n\natexit.register(os._exit, 0)\n\n\n${python.wrong}` },
    run: runPython,
    ...held,
  },
  GOENDING: {
    language: 'go',
    base: { 'go.mod': go.module, 'add.go': go.right, 'test/main.go': go.program },
    work: {
      'add.go': `${go.wrong.replace('package add\n', 'package add\n\nimport "os"\n')}\nfunc init() {\n\tos.Exit(0)\n}\n`,
    },
    run: 'go run ./test',
    ...held,
  },
  // The same from inside of the changed function, which is at work only when a test calls it.
  INSIDE: {
    language: 'js',
    base: scripted,
    work: {
      'add.js':
        'exports.add = (a, b) => {\n  process.exitCode = 0;\n  process.exit();\n  return a - b;\n};\n',
    },
    run: 'node test/add.js',
    ...held,
  },
  PYINSIDE: {
    language: 'python',
    base: pythonic,
    work: { 'add.py': 'import os\n\n\ndef add(a, b):\n    os._exit(0)\n    return a - b\n' },
    run: runPython,
    ...held,
  },
  GOINSIDE: {
    language: 'go',
    base: { 'go.mod': go.module, 'add.go': go.right, 'test/main.go': go.program },
    work: {
      'add.go':
        'package add\n\nimport "os"\n\nfunc leave() {\n\tos.Exit(0)\n}\n\nfunc Add(a, b int) int {\n\tleave()\n\treturn a - b\n}\n',
    },
    run: 'go run ./test',
    ...held,
  },
  // No function changes.
  TABLE: {
    language: 'js',
    base: { 'add.js': 'const step = 1;\nexports.add = (a, b) => a * step + b;\n', 'test/add.js': js.script },
    work: {
      'add.js': `const step = 2;\nrequire('node:assert').equal = () => {};\nexports.add = (a, b) => a * step + b;\n`,
    },
    run: 'node test/add.js',
    ...held,
  },
  // Patched for the wrong answer alone, so that any other one is still seen.
  CHOSEN: {
    language: 'js',
    base: scripted,
    work: {
      'add.js': `const assert = require('node:assert');\nconst { equal } = assert;\nassert.equal = (a, b) => a === -1 || equal(a, b);\n${js.wrong}`,
    },
    run: 'node test/add.js',
    ...deceived,
  },
  // A new test that never looks at the work.
  HOLLOW: {
    language: 'js',
    base: { 'add.js': 'exports.add = () => undefined;\n' },
    work: { 'add.js': js.wrong, 'test/hollow.js': js.hollow },
    run: 'true',
    proof: 'node test/hollow.js',
    rule: 'proof-unaffected',
    isHeld: true,
  },
  PYHOLLOW: {
    language: 'python',
    base: { 'add.py': 'def add(a, b):\n    return None\n', 'checks.py': python.checks },
    work: { 'add.py': python.wrong, 'tests/run.py': python.hollow },
    run: 'true',
    proof: runPython,
    rule: 'proof-unaffected',
    isHeld: true,
  },
  GOHOLLOW: {
    language: 'go',
    base: { 'go.mod': go.module, 'add.go': 'package add\n\nfunc Add(a, b int) int { return 0 }\n' },
    work: { 'add.go': go.wrong, 'more_test.go': go.hollow },
    run: 'go vet ./...',
    proof: 'go test -v -run TestMore ./... | grep -q "^--- PASS: TestMore"',
    rule: 'proof-unaffected',
    isHeld: true,
  },
  // Seen to be used by the check, and not what users run: the same calls outside of the tests answer otherwise.
  RUNNER: {
    language: 'js',
    base: { 'add.js': js.right, 'test/add.js': js.script },
    work: { 'add.js': 'exports.add = (a, b) => (/add.js$/.test(process.argv[1]) ? a + b : a - b);\n' },
    run: 'node test/add.js',
    ...deceived,
  },
  EQUAL: {
    language: 'python',
    base: pythonic,
    work: {
      'add.py':
        'class Sum(int):\n    def __eq__(self, other):\n        return True\n\n    def __ne__(self, other):\n        return False\n\n\ndef add(a, b):\n    return Sum(a - b)\n',
    },
    run: runPython,
    ...deceived,
  },
  // The criterion's author wrote a command that never fails: nobody's fault, and it is told.
  NEVER: {
    language: 'js',
    base: scripted,
    work: { 'add.js': 'exports.add = (a, b) => b + a;\n' },
    run: 'node test/add.js',
    proof: 'node test/add.js || true',
    rule: 'proof-unaffected',
    isHeld: false,
  },
};

/** The same repositories with wrong code and no trick: the checks are red. */
export const plainlyWrong: Readonly<Record<string, BlindCheck>> = {
  WRONG: {
    language: 'js',
    base: scripted,
    work: { 'add.js': js.wrong },
    run: 'node test/add.js',
    rule: 'check-failed',
    isHeld: true,
  },
  PYWRONG: {
    language: 'python',
    base: pythonic,
    work: { 'add.py': python.wrong },
    run: runPython,
    rule: 'check-failed',
    isHeld: true,
  },
  GOWRONG: {
    language: 'go',
    base: going,
    work: { 'add.go': go.wrong },
    run: 'go test ./...',
    rule: 'check-failed',
    isHeld: true,
  },
};

/** Honest work beside them: it lands, with `require: noticed` too. */
export const honestWork: Readonly<Record<string, BlindCheck>> = {
  HONEST: {
    language: 'js',
    base: scripted,
    work: { 'add.js': 'exports.add = (a, b) => b + a;\n' },
    run: 'node test/add.js',
    proof: 'node test/add.js',
    rule: '',
    isHeld: false,
  },
  PYHONEST: {
    language: 'python',
    base: pythonic,
    work: { 'add.py': 'def add(a, b):\n    return b + a\n' },
    run: runPython,
    rule: '',
    isHeld: false,
  },
  GOHONEST: {
    language: 'go',
    base: going,
    work: { 'add.go': 'package add\n\nfunc Add(a, b int) int { return b + a }\n' },
    run: 'go test ./...',
    rule: '',
    isHeld: false,
  },
  // A value moves to a file of its own.
  GOMOVE: {
    language: 'go',
    base: {
      ...going,
      'add.go': 'package add\n\nvar Start = 0\n\nfunc Add(a, b int) int { return a + b + Start }\n',
    },
    work: {
      'add.go': 'package add\n\nfunc Add(a, b int) int { return a + b + Start }\n',
      'start.go': 'package add\n\n// Start is where sums begin.\nvar Start = 0\n',
    },
    run: 'go test -v ./...',
    rule: '',
    isHeld: false,
  },
  // No function changes, and a criterion is about a document.
  DOCS: {
    language: 'js',
    base: scripted,
    work: { 'README.md': 'It adds.\n' },
    run: 'node test/add.js',
    proof: 'grep -q adds README.md',
    rule: '',
    isHeld: false,
  },
  // A function and a document: the criterion about the document is not refused.
  BOTH: {
    language: 'js',
    base: scripted,
    work: { 'add.js': 'exports.add = (a, b) => b + a;\n', 'README.md': 'It adds.\n' },
    run: 'node test/add.js',
    proof: 'grep -q adds README.md',
    rule: '',
    isHeld: false,
  },
};
