// Code under test that writes the files it is tested with while the check runs. Each breaks the code and passes every check in
// its own branch, which is shown first.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { AttackedRun } from '../../attacks/attacked-run.ts';

type Attack = {
  /** Of the base, below a folder of the attack's own, in which its check runs. */
  readonly files: Readonly<Record<string, string>>;
  readonly run: string;
  readonly deed: string;
  /** The file it writes. */
  readonly writes: string;
};

const right = 'exports.add = (a, b) => a + b;\n';
const tested = "require('../add.js').add(1, 2) === 3 || process.exit(1);\n";
const files = { 'add.js': right, 'build.js': "require('./add.js');\n", 'test/a.js': tested };
const run = 'node build.js && node test/a.js';
const wrong = "printf 'exports.add = (a, b) => a - b;\\n' >add.js";
const python = {
  'add.py': 'def add(a, b):\n    return a + b\n',
  'tests/test_add.py':
    'import unittest\nfrom add import add\nclass Adds(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n',
};

const attacks: Readonly<Record<string, Attack>> = {
  OVER: {
    files,
    run,
    deed: `${wrong}; echo "require('fs').writeFileSync('test/a.js', '');" >>add.js`,
    writes: 'test/a.js',
  },
  BACK: {
    files: { ...files, 'test/a.js': `${tested}require('../add.js').done?.();\n` },
    run,
    // What was written is as it was when the check is over.
    deed: `${wrong}; cat >>add.js <<'END'
const fs = require('fs');
const file = 'test/a.js';
const was = fs.readFileSync(file, 'utf8');
if (was.includes('process.exit(1)'))
  fs.writeFileSync(file, 'require("fs").writeFileSync("test/a.js", Buffer.from("' + Buffer.from(was).toString('base64') + '", "base64"));');
END`,
    writes: 'test/a.js',
  },
  SELF: {
    files,
    run,
    // The product becomes what the tests want, and is what was committed again afterwards.
    deed: `cat >add.js <<'END'
const fs = require('fs');
const mine = fs.readFileSync(__filename, 'utf8');
exports.add = (a, b) => a - b;
if (process.argv[1].endsWith('build.js')) fs.writeFileSync(__filename, 'exports.add = (a, b) => a + b; process.on("exit", () => require("fs").writeFileSync(__filename, Buffer.from("' + Buffer.from(mine).toString('base64') + '", "base64")));');
END`,
    writes: 'add.js',
  },
  SHELL: {
    files: { ...files, 'check.sh': 'node build.js\nnode test/a.js\n' },
    run: 'sh check.sh',
    deed: `${wrong}; echo "require('fs').appendFileSync('check.sh', 'exit 0' + String.fromCharCode(10));" >>add.js`,
    writes: 'check.sh',
  },
  GONE: {
    files: {
      ...files,
      'run.js':
        "require('./add.js'); for (const name of require('fs').readdirSync('test')) require('./test/' + name);\n",
    },
    run: 'node run.js',
    deed: `${wrong}; echo "require('fs').rmSync('test/a.js');" >>add.js`,
    writes: 'test/a.js',
  },
  SNAKE: {
    files: python,
    run: 'python3 add.py && PYTHONPATH=. python3 -m unittest discover -s tests',
    deed: `printf 'def add(a, b):\\n    return a - b\\nopen("tests/test_add.py", "w").write("import unittest\\\\nclass Adds(unittest.TestCase):\\\\n    def test_add(self):\\\\n        pass\\\\n")\\n' >add.py`,
    writes: 'tests/test_add.py',
  },
};
const ids = Object.keys(attacks);

/** Checks that write tracked files and are honest: as they do at base, or what the branch has committed already. */
const honest: Readonly<Record<string, Attack>> = {
  STAMP: {
    files: {
      ...files,
      'build.js': "require('fs').writeFileSync('built.txt', String(process.hrtime()));\n",
      'built.txt': 'old',
    },
    run,
    deed: "printf 'exports.add = (a, b) => b + a;\\n' >add.js",
    writes: 'built.txt',
  },
  MAKES: {
    files: {
      ...files,
      'build.js':
        "for (const name of require('fs').readdirSync('src')) require('fs').copyFileSync('src/' + name, 'made/' + name);\n",
      'src/a.txt': 'a',
      'made/a.txt': 'a',
    },
    run,
    deed: 'echo b >src/b.txt; echo b >made/b.txt',
    writes: 'made/b.txt',
  },
};

let epic: AttackedRun;
beforeAll(async () => {
  const all = Object.entries({ ...attacks, ...honest });
  epic = new AttackedRun(
    {
      config: { limits: { maxParallel: 2, maxVerify: 2, maxRevisions: 0, agentTimeout: '2m', stall: '2m' } },
      files: Object.fromEntries(
        all.flatMap(([id, { files: own }]) =>
          Object.entries(own).map(([path, text]) => [`${id}/${path}`, text]),
        ),
      ),
      epic: {
        verify: all.map(([id, each]) => ({ id, run: each.run, dir: id, timeout: '1m', paths: [`${id}/**`] })),
      },
      tickets: all.map(([id]) => ({ id, touches: [`${id}/**`] })),
      playbook: all.map(([id]) => ({ role: 'developer' as const, ticket: id, shell: 'true' })),
    },
    Object.fromEntries(
      all.map(([id, { deed }]) => [
        `${id}-0`,
        () => `cd ${id}\n${deed}\ngit add -A .; git commit -qm '${id}'`,
      ]),
    ),
  );
  await epic.run();
}, 600_000);
afterAll(() => epic.remove());

describe.each(Object.entries(attacks))('%s', (id, { run: check, deed, writes }) => {
  test('EVID-04 passes its check in the branch itself with code that is wrong', () => {
    const clone = epic.naively(`cd ${id}\n${deed}`);
    expect(epic.sh(`( ${check} ) >/dev/null 2>&1; echo $?`, `${clone}/${id}`).trim()).toBe('0');
  });

  test('EVID-04 does not land, and the file it writes is named', () => {
    expect(epic.landed()).not.toContain(id);
    expect(epic.complaints(id)).toContain(`wrote ${id}/${writes} while it ran`);
  });
});

test.each(Object.keys(honest))(
  'EVID-04 %s: a check that writes what it writes at base, or what is committed, lands',
  (id) => {
    expect(epic.landed()).toContain(id);
  },
);

test('this is tried with all of them', () => {
  expect(ids.length).toBe(6);
});
