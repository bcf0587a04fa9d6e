// The founding statements about the library auditor, as a user sees them through the built CLI: one audit, read from many sides.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditorReport, writeAuditReport } from '../../src/formats/index.ts';
import { root } from '../source.ts';
import { EpicRun, patience } from '../support/epic-run.ts';

const used = ['plain', 'typed', 'linked', 'denied', 'huge', 'own', 'stored'];
// A name that git refuses on some systems.
const odd = 'git~1';
const manifest = { dependencies: Object.fromEntries([...used, odd].map((name) => [name, '^1.0.0'])) };
const files = {
  '.gitignore': 'node_modules\n.venv\n.env\n',
  'package.json': JSON.stringify({ ...manifest, workspaces: ['own'] }),
  'requirements.txt': 'Shapes==3.1.4\n',
  'src/a.ts': `${used.map((name) => `import * as ${name} from '${name}';`).join('\n')}\nexport default [${used.join(', ')}];\n`,
  'src/b.ts':
    "import * as plain from 'plain';\nimport * as odd from 'git~1';\nexport const b = [plain, odd];\n",
  'tool.py': 'import shapes\nimport sources\n\nprint(shapes.area(2), sources.read())\n',
  'own/package.json': '{ "name": "own", "version": "1.0.0" }',
  // A path of the commit: what is installed there must not stand in for it.
  'node_modules/plain/README.md': 'the committed readme\n',
};

const site = '.venv/lib/python3.11/site-packages';
const installed = {
  'node_modules/plain/package.json': '{ "name": "plain", "version": "1.2.3", "types": "index.d.ts" }',
  'node_modules/plain/index.d.ts': 'export declare function greet(name: string): string;\n',
  'node_modules/plain/index.js': 'exports.greet = () => "not shown";\n',
  'node_modules/plain/.npmrc': '//registry.example/:_authToken=not-shown\n',
  'node_modules/typed/package.json': '{ "name": "typed", "version": "1.0.0" }',
  'node_modules/@types/typed/index.d.ts': 'export declare const t: 1;\n',
  'node_modules/linked/package.json': '{ "name": "linked", "version": "1.0.0" }',
  'node_modules/denied/package.json': '{ "name": "denied", "version": "1.0.0" }',
  'node_modules/denied/index.d.ts': 'export declare const denied: "DENIED";\n',
  'node_modules/git~1/package.json': '{ "name": "git~1", "version": "1.0.0" }',
  'node_modules/git~1/index.d.ts': 'export declare const odd: 1;\n',
  'node_modules/.pnpm/stored@1.0.0/node_modules/stored/package.json':
    '{ "name": "stored", "version": "1.0.0" }',
  'node_modules/.pnpm/stored@1.0.0/node_modules/stored/index.d.ts':
    'export declare const stored: "STORED";\n',
  'node_modules/huge/package.json': '{ "name": "huge", "version": "1.0.0" }',
  'node_modules/huge/big.d.ts': `// ${'x'.repeat(2_000_000)}\n`,
  [`${site}/shapes/__init__.pyi`]: 'def area(side: int) -> int: ...\n',
  [`${site}/shapes/__init__.py`]: 'def area(side): return side * side\n',
  [`${site}/Shapes-3.1.4.dist-info/METADATA`]: 'Name: Shapes\nVersion: 3.1.4\n\nArea of shapes.\n',
  [`${site}/Shapes-3.1.4.dist-info/RECORD`]: 'shapes/__init__.py,,\nShapes-3.1.4.dist-info/METADATA,,\n',
  [`${site}/sources.py`]: 'def read(path: str = ".") -> str: ...\n',
  [`${site}/sources-0.9.dist-info/METADATA`]: 'Name: sources\nVersion: 0.9\n',
  [`${site}/sources-0.9.dist-info/RECORD`]: 'sources.py,,\n',
  '.venv/pyvenv.cfg': 'home = /usr/bin\n',
  '.env': 'SECRET=SECRET-OF-THE-USER\n',
};

const found = {
  verdict: 'FAIL',
  severity: 'HIGH',
  id: 'LIB-001',
  title: 'greet takes a name',
  file: 'src/b.ts',
  line: 2,
  evidence: 'node_modules/plain/index.d.ts:1',
  fixHint: 'give it one',
} as const;

let world: EpicRun;
let prompt = '';
let saw = '';
let others = '';

function records(name: string): readonly string[] {
  const epics = join(world.repository, '.git/gauntlet/epics');
  const [id = ''] = readdirSync(epics);
  const runs = join(epics, id, 'runs');
  return readdirSync(runs).flatMap((run) => {
    const path = join(runs, run, `${name}.json`);
    return readdirSync(join(runs, run)).includes(`${name}.json`) ? [readFileSync(path, 'utf8')] : [];
  });
}

beforeAll(async () => {
  const look =
    'find . -type f -o -type l | sort; cat node_modules/*/* site-packages/*.py site-packages/*/* 2>/dev/null | cut -c1-200';
  world = new EpicRun({
    tickets: [{ id: 'UNUSED' }],
    files,
    config: {
      audit: {
        maxLibraryChecks: 9,
        auditors: { requirements: false, technical: true, interface: false, test: false },
      },
      privacy: { deny: ['node_modules/denied/*.d.ts'] },
    },
    playbook: [
      {
        role: 'auditor',
        auditor: 'library',
        look,
        say: writeAuditReport(auditorReport('library', [found])),
      },
      { role: 'auditor', auditor: 'technical', look: `echo TECHNICAL; ${look}` },
    ],
  });
  world.git('add', '--force', 'node_modules/plain/README.md');
  world.git('commit', '--quiet', '--message=A committed package file');
  world.write(installed);
  const at = join(world.repository, 'node_modules');
  symlinkSync('../../.env', join(at, 'linked/README.md'));
  symlinkSync('../denied/index.d.ts', join(at, 'linked/index.d.ts'));
  symlinkSync('..', join(at, 'linked/around'));
  symlinkSync('../own', join(at, 'own'));
  symlinkSync('.pnpm/stored@1.0.0/node_modules/stored', join(at, 'stored'));
  mkdirSync(join(world.folder, 'outside'));
  writeFileSync(join(world.folder, 'outside/index.d.ts'), 'OUTSIDE\n');
  symlinkSync(join(world.folder, 'outside'), join(at, 'linked/outside'));
  writeFileSync(join(world.repository, 'own/index.d.ts'), 'export declare const own: "UNCOMMITTED";\n');
  await world.gauntlet('audit', '.', '--depth', 'thorough', '--no-input');
  prompt = records('prompt').find((text) => text.includes('Library Audit Assignment')) ?? '';
  const answers = records('answer');
  saw = answers.find((text) => text.includes('LIB-001')) ?? '';
  others = answers.find((text) => text.includes('TECHNICAL')) ?? '';
}, patience);
afterAll(() => world.remove());

test('FOUND-01 002#8 the library auditor reads manifests, documents and declarations of installed libraries', () => {
  expect(prompt).toContain('### Installed Libraries');
  expect(prompt).toContain('plain 1.2.3: node_modules/plain');
  for (const path of ['node_modules/plain/index.d.ts', 'node_modules/@types/typed/index.d.ts'])
    expect(saw).toContain(`./${path}`);
  expect(saw).toContain('export declare function greet(name: string): string;');
  // As pnpm links packages.
  expect(saw).toContain('./node_modules/stored/index.d.ts');
  expect(saw).not.toContain('./node_modules/plain/index.js');
  expect(others).not.toContain('./node_modules/plain/index.d.ts');
});

test('FOUND-01 002#8 a path of the commit stays as it is', () => {
  expect(saw).toContain('the committed readme');
});

test('FOUND-01 002#8 nothing withheld, secret, uncommitted or outside is among them', () => {
  for (const text of ['DENIED', 'SECRET-OF-THE-USER', 'not-shown', 'OUTSIDE', 'UNCOMMITTED', '.npmrc'])
    expect(saw).not.toContain(text);
  expect(saw).not.toContain('./node_modules/linked/around');
});

test('FOUND-01 002#8 a package that is too large says how much of it is missing', () => {
  expect(prompt).toContain('huge 1.0.0: node_modules/huge (1 files, 1 omitted');
  expect(prompt).toContain('git~1 1.0.0: no file can be shown');
});

test('FOUND-01 002#9 installed Python packages are shown with their versions, stubs and sources', () => {
  expect(prompt).toMatch(/Shapes 3\.1\.4: .*site-packages\/shapes \(2 files\)/);
  expect(prompt).toMatch(/sources 0\.9: .*site-packages\/sources\.py \(2 files\)/);
  for (const text of ['def area(side: int) -> int', 'Area of shapes.', 'def read(path: str'])
    expect(saw).toContain(text);
  expect(saw).not.toContain('./site-packages/shapes/__init__.py\\n');
});

test(
  'FOUND-01 002#8 the library auditor asks a documentation server, and its report cites the answer',
  async () => {
    const fixture = (name: string): string => join(root, 'test/fixtures', name);
    const run = [process.execPath, fixture('acp-agent.mjs'), 'documented'];
    const docs = { run: [process.execPath, fixture('doc-server.mjs'), '-'] };
    const auditors = { requirements: false, technical: false, interface: false, test: false, library: true };
    const audit = { auditors, library: { mcp: { docs } } };
    const config = join(world.repository, '.agent/documented.yaml');
    writeFileSync(config, JSON.stringify({ version: 1, agents: { default: { use: 'acp', run } }, audit }));
    const args = ['audit', '.', '--depth', 'thorough', '--no-input', '--json', '--config', config];
    const { code, stdout } = await world.gauntlet(...args);
    expect(code).toBe(1);
    expect(stdout).toContain('LIB-100');
    expect(stdout).toContain('greet(name, options)');
  },
  patience,
);

test(
  'FOUND-01 002#8 bad documentation servers are refused with every problem at once; an agent that cannot use any says so',
  async () => {
    const refused = async (servers: unknown, expected: number): Promise<string> => {
      const agents = { default: { use: 'command', run: ['sh', 'agent.sh'] } };
      const config = join(world.repository, '.agent/servers.yaml');
      writeFileSync(config, JSON.stringify({ version: 1, agents, audit: { library: { mcp: servers } } }));
      const started = (await world.starts()).length;
      const args = ['audit', '.', '--depth', 'thorough', '--no-input', '--config', config];
      const { code, stderr } = await world.gauntlet(...args);
      expect({ code, stderr }).toMatchObject({ code: expected });
      expect(await world.starts()).toHaveLength(started);
      return stderr;
    };
    const bad = await refused(
      { Docs: {}, key: { url: 'https://x.example', headers: { K: 'sk-secret-1' } } },
      2,
    );
    for (const part of [
      '"Docs" is not a name',
      'needs either run or url',
      'headers.K: must be the name of a variable',
    ])
      expect(bad).toContain(part);
    expect(bad).not.toContain('sk-secret-1');
    expect(await refused({ docs: { url: 'https://x.example/mcp' } }, 5)).toContain(
      'use: command cannot use documentation servers (audit.library.mcp)',
    );
    // At depth standard no library auditor is asked, and nobody needs the servers.
    const before = (await world.starts()).length;
    const args = ['audit', '.', '--depth', 'standard', '--no-input'];
    const { stderr } = await world.gauntlet(...args, '--config', '.agent/servers.yaml');
    expect(stderr).not.toContain('documentation servers');
    expect((await world.starts()).length).toBeGreaterThan(before);
  },
  patience,
);
