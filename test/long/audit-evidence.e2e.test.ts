// What is computed for an audit beside what auditors say: a started application, installed declarations.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { EpicRun, patience } from '../support/epic-run.ts';

let world: EpicRun;
afterEach(() => world.remove());

const run = 'audit:run';

const server = `const { createServer } = require('node:http');
const { existsSync } = require('node:fs');
createServer((_, answer) => answer.end(existsSync('parts/A.txt') ? 'part A' : 'nothing')).listen(Number(process.env.PORT));
`;
const tests = `fetch('http://127.0.0.1:' + process.env.PORT).then((answer) => answer.text()).then((text) => {
  console.log('the page says ' + text);
  process.exit(text === process.argv[2] ? 0 : 1);
});
`;

const application = { start: 'node server.cjs', ready: 'http://127.0.0.1:$PORT/', timeout: '1m' };

async function epicWith(
  e2e: Readonly<Record<string, unknown>>,
  audit: Readonly<Record<string, unknown>> = {},
  browser?: Readonly<Record<string, unknown>>,
): Promise<number | null> {
  world = new EpicRun({
    tickets: [{ id: 'A', review: false }],
    files: { 'server.cjs': server, 'page.cjs': tests },
    config: { depth: 'standard', audit: { perMilestone: false, endOfRun: true, ...audit } },
    epic: {
      phases: { e2e: { ...application, ...e2e }, ...(browser === undefined ? {} : { browser }) },
    },
  });
  return (await world.run()).code;
}

function phases(): unknown {
  const [scored] = world.of(run, 'audit_scored');
  return world.record(scored?.run ?? -1, 'phases');
}

test(
  'TEAM-17 002#44 end-to-end and browser tests run after the auditors against a started application, and what they print is kept',
  async () => {
    const run = ['node', 'page.cjs', 'part A'];
    expect(await epicWith({ run }, {}, { ...application, run })).toBe(0);
    expect(phases()).toMatchObject([
      { check: 'e2e', status: 'PASS', exitCode: 0 },
      { check: 'browser', status: 'PASS', exitCode: 0 },
    ]);
    expect(JSON.stringify(phases())).toContain('the page says part A');
    const types = world.story('audit:run');
    expect(types.lastIndexOf('team_auditor_reported')).toBeLessThan(types.indexOf('scoring_started'));
  },
  patience,
);

test(
  'TEAM-17 TEAM-06 an end-to-end test that fails keeps a run with a content team from completing',
  async () => {
    expect(await epicWith({ run: ['node', 'page.cjs', 'part B'] })).not.toBe(0);
    expect(phases()).toMatchObject([{ status: 'FAIL', exitCode: 1 }]);
    expect(world.of(run, 'audit_ended').map(({ outcome }) => outcome)).not.toContain('passed');
  },
  patience,
);

test(
  'TEAM-17 002#44 an application that never starts is infrastructure: no test has failed, and nothing is passed',
  async () => {
    expect(await epicWith({ start: 'exit 3', run: 'true' })).not.toBe(0);
    expect(phases()).toMatchObject([{ status: 'BROKEN' }]);
    expect(JSON.stringify(phases())).toContain('never ready');
    const [scored] = world.of(run, 'audit_scored');
    expect(scored).not.toMatchObject({ move: 'passed' });
    expect(JSON.stringify(world.record(scored?.run ?? -1, 'score'))).not.toContain('TEST-RUN');
    const said = 'e2e could not run in application';
    const { stdout } = await world.gauntlet('status', 'e1');
    expect(stdout).toContain(`the audit could not be scored: ${said}: the application was never ready`);
    const report = readFileSync(
      join(world.repository, '.gauntlet/epics/e1/audit/run/AUDIT_REPORT.md'),
      'utf8',
    );
    expect(report).toContain('- **Health**: unknown');
    expect(report).toContain(`### FAIL | INFO | NOT-RUN | ${said}`);
    expect(report).toContain('the application ended with 3 before it was ready');
  },
  patience,
);

test(
  'TEAM-17 something else that answers where the application should is not tested in its place',
  async () => {
    const squatter = createServer((_, answer) => answer.end('part A'));
    await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
    const { port } = squatter.address() as AddressInfo;
    try {
      expect(await epicWith({ ready: `http://127.0.0.1:${port}/`, run: 'true', network: true })).not.toBe(0);
    } finally {
      squatter.close();
    }
    expect(phases()).toMatchObject([{ status: 'BROKEN' }]);
    expect(JSON.stringify(phases())).toContain('something else answers there already');
  },
  patience,
);

test(
  'TEAM-17 tests of a started application run with the audit at the end switched off, and count alone',
  async () => {
    expect(await epicWith({ run: ['node', 'page.cjs', 'part B'] }, { endOfRun: false })).not.toBe(0);
    expect(phases()).toMatchObject([{ status: 'FAIL', exitCode: 1 }]);
    expect(world.of(run, 'audit_scored')).toMatchObject([{ move: 'stop', groups: 0 }]);
    expect((await world.starts()).map(({ auditor }) => auditor)).not.toContain('technical');
    world.remove();
    expect(await epicWith({ run: ['node', 'page.cjs', 'part A'] }, { endOfRun: false })).toBe(0);
    expect(world.of(run, 'audit_ended')).toMatchObject([{ outcome: 'passed' }]);
  },
  patience,
);

const manifest = JSON.stringify({ name: 'app', dependencies: { greet: '^2.0.0' } });

test(
  'TEAM-15 the library auditor is told what installed declarations say, and it counts whatever the auditor says',
  async () => {
    world = new EpicRun({
      tickets: [{ id: 'UNUSED' }],
      playbook: [
        { role: 'auditor', auditor: 'library', told: '[LIB-001] src/hello.ts:2' },
        { role: 'auditor', auditor: 'library', exit: 9 },
      ],
      files: {
        '.gitignore': 'node_modules\n',
        'package.json': manifest,
        'src/hello.ts': "import { hello } from 'greet';\nexport const said = hello('Ann');\n",
      },
    });
    world.write({
      'node_modules/greet/package.json': JSON.stringify({
        name: 'greet',
        version: '2.1.0',
        types: 'index.d.ts',
      }),
      'node_modules/greet/index.d.ts':
        '/** @deprecated Use greet. */\nexport declare function hello(name: string): string;\nexport declare function greet(name: string): string;\n',
      'node_modules/greet/index.js': 'exports.hello = exports.greet = (name) => name;\n',
    });
    const { stdout, stderr } = await world.gauntlet(
      'audit',
      '.',
      '--json',
      '--no-input',
      '--depth',
      'thorough',
    );
    const value = JSON.parse(stdout) as { readonly findings: readonly object[] };
    expect({ findings: value.findings, stderr: value.findings.length === 0 ? stderr : '' }).toMatchObject({
      findings: [{ rule: 'LIB-001', file: 'src/hello.ts', auditor: 'library', source: 'scan' }],
    });
    const asked = (await world.starts()).filter(({ auditor }) => auditor === 'library');
    expect(asked).toHaveLength(1);
  },
  patience,
);
