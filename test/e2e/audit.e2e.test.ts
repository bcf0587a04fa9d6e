import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { parseAuditTeamReport } from '../../src/formats/index.ts';
import { builtCli, type Place, type Ran } from '../built-cli.ts';
import { root } from '../source.ts';

let place: Place;
beforeAll(() => {
  place = builtCli();
});
beforeEach(() => {
  rmSync(place.dir, { recursive: true, force: true });
  mkdirSync(place.dir);
});
afterAll(() => place.remove());

function audit(...args: readonly string[]): Ran {
  return place.run(['audit', '--no-agents', ...args]);
}

type Json = {
  readonly health: string;
  readonly findings: readonly {
    readonly rule: string;
    readonly file: string;
    readonly line: number;
    readonly fingerprint: string;
    readonly suppressed: string | null;
    readonly baseline: string | null;
  }[];
  readonly counts: Readonly<Record<string, number>>;
  readonly notComputed: readonly string[];
  readonly notes: readonly string[];
  readonly failing: number;
  readonly left: readonly { readonly reason: string; readonly count: number }[];
};

function audited(...args: readonly string[]): Json {
  return JSON.parse(audit('--json', ...args).stdout) as Json;
}

function git(...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
    cwd: place.dir,
    stdio: 'ignore',
  });
}

const service = (name: string): string => `import { of } from 'rxjs';
export class ${name}Service {
  list() {
    return of([{ id: 1, name: 'Ada', email: 'ada@example.com' }, { id: 2, name: 'Bob', email: 'bob@example.com' }]);
  }
}
`;
const mail = 'src/mail.ts';
// Put together here, so that an audit of this file sees no such comment.
const comment = ['gauntlet', 'disable-next-line'].join('-');

/** A repository that makes one rule fail an audit alone, and asks for a hint. */
const settings = 'scans: { severity: { MOCK-001: HIGH, SAFE-002: INFO } }\n';

/** A service that makes up its data (HIGH) and a module that trusts every certificate (INFO). */
function plant(): void {
  place.write('gauntlet.yaml', settings);
  place.write('src/services/orders.service.ts', service('Orders'));
  place.write(mail, 'export const agent = new https.Agent({ rejectUnauthorized: false });\n');
}

test('BEYOND-02 planted defects are found without any model, worst first, and the exit code says so', () => {
  plant();
  const ran = audit();
  expect(ran.code).toBe(1);
  const [first = ''] = ran.stdout.split('\n');
  expect(first).toMatch(/^HIGH +MOCK-001/);
  expect(ran.stdout).toContain('src/services/orders.service.ts:4');
  expect(ran.stdout).toMatch(/AUDIT {2}FAILED: 1 finding at HIGH or worse/);
  expect(ran.stdout).toContain('next: gauntlet explain MOCK-001');
  const json = audited();
  expect(json.findings.map(({ rule, file }) => `${rule} ${file}`)).toEqual([
    'MOCK-001 src/services/orders.service.ts',
    `SAFE-002 ${mail}`,
  ]);
  expect(json.counts).toEqual({ CRITICAL: 0, HIGH: 1, MEDIUM: 0, LOW: 0, INFO: 1 });
  expect(json.notComputed).toContain('requirements');
  for (const key of ['health', 'overallScore', 'scores', 'scanned', 'durationMs'])
    expect(json).toHaveProperty(key);
});

test('SCAN-01 a rule that no reading has proven fails nothing alone, hints are asked for, a proven secret fails', () => {
  plant();
  place.write('gauntlet.yaml', '');
  expect(audit()).toMatchObject({ code: 0, stdout: expect.stringMatching(/2 hints of 2 rules/) as string });
  expect(audited().findings).toEqual([]);
  expect(audited('--profile', 'all').findings.map(({ rule }) => rule)).toEqual(['MOCK-001', 'SAFE-002']);
  const token = ['ghp_zQWBuTSOoRi4A9', 'spHcVY5ncnsDkxkJ', '0mLq17'].join('');
  place.write('src/post.ts', `export const token = '${token}';\n`);
  expect(audit()).toMatchObject({ code: 1, stdout: expect.stringMatching(/^CRITICAL SEC-001/) as string });
});

test('SCAN-01 a key in the form of its provider fails an audit, and an example of one does not', () => {
  const stripe = ['sk_', 'live_', 'q7Rk2ZpW9xT4mVb8LcYd3NfH'].join('');
  const aws = ['AKIA', 'QYLPMN5HHHFPZAM2'].join('');
  const secret = 'q7Rk2ZpW9xT4mVb8LcYd3NfHs6JgQa1Ee5Uo0KiT';
  place.write('.env.example', `STRIPE=${stripe}\n`);
  place.write('test/pay.test.ts', `export const key = '${stripe}';\n`);
  place.write('docs/pay.js', `export const key = '${stripe}';\n`);
  place.write('src/old.ts', `// revoked in March\nexport const key = '${stripe}';\n`);
  place.write('src/policy.json', `{ "user": "${aws}", "role": "AKIAIOSFODNN7EXAMPLE" }\n`);
  const said = 'not listed: 4 possible secrets among the hints (gauntlet audit --family secret)';
  expect(audit()).toMatchObject({ code: 0, stdout: expect.stringContaining(said) as string });
  expect(audit('--family', 'secret').stdout).toContain('docs/pay.js');
  place.write('src/pay.ts', `export const key = '${stripe}';\n`);
  place.write('config/storage.ini', `id = ${aws}\nkey = ${secret}\n`);
  const ran = audit();
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(/^CRITICAL SEC-001 +config\/storage\.ini:1 /m);
  expect(ran.stdout).toMatch(/^CRITICAL SEC-001 +src\/pay\.ts:1 /m);
  expect(ran.stdout).not.toContain(stripe);
});

test('BEYOND-02 nothing wrong is a pass, and the gate can be set', () => {
  place.write('src/sum.ts', 'export const sum = (a: number, b: number): number => a + b;\n');
  expect(audit().code).toBe(0);
  plant();
  expect(audit('--fail-on', 'CRITICAL').code).toBe(0);
  expect(audit('--rule', 'SAFE-002').code).toBe(0);
  expect(audit('--rule', 'SAFE-002', '--fail-on', 'INFO').code).toBe(1);
});

test('TEAM-14 AUDIT_REPORT.md, JSON, SARIF, HTML and JUnit are written, each whole', () => {
  plant();
  const ran = audit('-o', 'reports');
  expect(ran.code).toBe(1);
  const read = (name: string): string => readFileSync(join(place.dir, 'reports', name), 'utf8');
  const { report, reasons } = parseAuditTeamReport(read('AUDIT_REPORT.md'));
  expect(reasons).toEqual([]);
  expect(report?.findings.map(({ id }) => id)).toEqual(['MOCK-001', 'SAFE-002']);
  expect((JSON.parse(read('audit.json')) as Json).findings).toHaveLength(2);
  const schema = JSON.parse(
    readFileSync(join(root, 'test/fixtures/sarif-2.1.0.schema.json'), 'utf8'),
  ) as object;
  const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
  const sarif = JSON.parse(read('audit.sarif')) as unknown;
  expect(isSarif(sarif), JSON.stringify(isSarif.errors)).toBe(true);
  expect(sarif).toMatchObject({ runs: [{ results: [{ ruleId: 'MOCK-001' }, { ruleId: 'SAFE-002' }] }] });
  expect(read('audit.html')).toContain('data-rule="MOCK-001"');
  expect(read('audit.junit.xml')).toMatch(/<testsuites [^>]*failures="1"/);
  for (const name of ['AUDIT_REPORT.md', 'audit.sarif'])
    expect(ran.stderr).toContain(`wrote ${join(place.dir, 'reports', name)}`);
  // What was written is not judged the next time as if somebody had written it.
  expect(audited().findings).toHaveLength(2);
});

test('TEAM-14 one format goes to stdout or to one file; wrong ones are refused with the right one', () => {
  plant();
  expect(audit('--format', 'github').stdout).toMatch(
    /^::error file=src\/services\/orders\.service\.ts,line=4,/,
  );
  expect(audit('--format', 'sarif', '-o', 'a.sarif').stdout).toContain('AUDIT  FAILED');
  expect(readFileSync(join(place.dir, 'a.sarif'), 'utf8')).toContain('"version": "2.1.0"');
  expect(audit('--format', 'sarfi')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"sarif"') as string,
  });
  expect(audit('--format', 'sarif', '--format', 'html').code).toBe(2);
});

test('BEYOND-14 a baseline lets old findings be: only new ones fail, moved lines stay old, fixed ones drop out', () => {
  plant();
  expect(audit('--update-baseline', '--reason', 'as found')).toMatchObject({
    code: 0,
    stderr: 'wrote .gauntlet-baseline.json: 2 added, 0 kept, 0 removed because they are fixed\n',
  });
  const file = join(place.dir, '.gauntlet-baseline.json');
  const first = readFileSync(file, 'utf8');
  expect(first).toContain('"reason":"as found"');
  expect(audit()).toMatchObject({ code: 0, stdout: expect.stringContaining('2 known, 0 new') as string });
  expect(audit('--no-baseline').code).toBe(1);
  // Moved down, and another one beside it.
  place.write('src/services/orders.service.ts', `// Orders.\n\n${service('Orders')}`);
  expect(audited().findings.map(({ baseline }) => baseline)).toEqual(['known', 'known']);
  place.write('src/services/users.service.ts', service('Users'));
  const third = audited();
  expect(third).toMatchObject({ failing: 1 });
  expect(third.findings.filter(({ baseline }) => baseline === 'new').map(({ file: at }) => at)).toEqual([
    'src/services/users.service.ts',
  ]);
  rmSync(join(place.dir, mail));
  rmSync(join(place.dir, 'src/services/users.service.ts'));
  expect(audit().stdout).toContain('1 known, 0 new, 1 fixed');
  expect(audit('--update-baseline').stderr).toContain('0 added, 1 kept, 1 removed because they are fixed');
  const last = readFileSync(file, 'utf8');
  expect(last).not.toContain('SAFE-002');
  expect(last).toContain('"reason":"as found"');
  // The same again changes nothing.
  audit('--update-baseline');
  expect(readFileSync(file, 'utf8')).toBe(last);
});

test('BEYOND-14 a baseline that is none, is missing though named, or would be of a part is refused', () => {
  plant();
  place.write('.gauntlet-baseline.json', '{"findings": []}');
  expect(audit()).toMatchObject({ code: 2, stderr: expect.stringContaining('is not a baseline') as string });
  expect(audit('--baseline', 'none.json')).toMatchObject({ code: 2 });
  for (const part of [['--changed'], ['--since', 'HEAD'], ['--rule', 'MOCK-001'], ['--family', 'mock']])
    expect(audit('--update-baseline', '--baseline', 'b.json', ...part)).toMatchObject({ code: 2 });
});

test('BEYOND-14 settings: families, severity, ignored paths; a misspelt one is an error', () => {
  plant();
  place.write('gauntlet.yaml', 'scans: { families: { MOCK: false }, severity: { SAFE-002: HIGH } }\n');
  expect(audited().findings.map(({ rule }) => rule)).toEqual(['SAFE-002']);
  expect(audit().code).toBe(1);
  place.write('gauntlet.yaml', 'scans: { ignore: ["src/services/**"], severity: { SAFE-002: INFO } }\n');
  const ignored = audited();
  expect(ignored.findings.map(({ rule }) => rule)).toEqual(['SAFE-002']);
  expect(ignored.left).toContainEqual(
    expect.objectContaining({ reason: 'ignored by scans.ignore', count: 1 }),
  );
  place.write('gauntlet.yaml', 'scans: { severity: { MOK-001: LOW } }\n');
  expect(audit()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "MOCK-001"?') as string,
  });
  place.write('gauntlet.yaml', 'scan: {}\n');
  expect(audit()).toMatchObject({ code: 2, stderr: expect.stringContaining('gauntlet.yaml:1:1') as string });
});

test('BEYOND-14 a waiver counts until its last day, a comment with its reason; what does not count is said', () => {
  plant();
  place.write('gauntlet.yaml', `waivers: waivers.yaml\n${settings}`);
  const waiver = (until: string): string =>
    `waivers:\n  - { rule: MOCK-001, path: "src/**", reason: till the server is there, until: ${until} }\n`;
  place.write('waivers.yaml', waiver('9999-12-31'));
  expect(audit()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 waived for a time') as string,
  });
  place.write('waivers.yaml', waiver('2001-01-01'));
  expect(audit()).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('expired on 2001-01-01') as string,
  });
  place.write('waivers.yaml', 'waivers:\n  - { rule: MOCK-001, until: 9999-12-31 }\n');
  expect(audit()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"reason" is missing') as string,
  });
  place.write('gauntlet.yaml', settings);
  const mark = (reason: string): string => `// ${comment} MOCK-001${reason}\n    return of`;
  const path = 'src/services/orders.service.ts';
  place.write(path, service('Orders').replace('return of', mark(' -- the demo needs them')));
  expect(audit().code).toBe(0);
  expect(audited().findings[0]).toMatchObject({ suppressed: 'the demo needs them' });
  place.write(path, service('Orders').replace('return of', mark('')));
  expect(audit()).toMatchObject({ code: 1, stdout: expect.stringContaining('without a reason') as string });
});

test('BEYOND-14 of a branch only what it changed is reported', () => {
  plant();
  git('init', '--quiet', '-b', 'main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'old');
  expect(audit('--changed').code).toBe(0);
  git('checkout', '--quiet', '-b', 'work');
  place.write('src/services/users.service.ts', service('Users'));
  expect(audited('--changed').findings.map(({ file }) => file)).toEqual(['src/services/users.service.ts']);
  git('add', '.');
  git('commit', '--quiet', '-m', 'new');
  expect(audited('--changed').findings).toEqual([]);
  expect(audited('--since', 'main').findings.map(({ file }) => file)).toEqual([
    'src/services/users.service.ts',
  ]);
  expect(audit('--since', 'nowhere')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nowhere') as string,
  });
  expect(audit('--since', '--output=x').code).toBe(2);
});

test('BEYOND-14 what a change breaks in files that nobody changed is reported, and what was broken before is not', () => {
  const server = (routes: string): string =>
    `import express from 'express';\nconst app = express();\n${routes}app.listen(3000);\n`;
  const list = ['orders', 'rooms']
    .map((name) => `app.get('/api/${name}', (req, res) => res.json(load()));\n`)
    .join('');
  const pay = "app.post('/api/orders/:id/pay', (req, res) => res.json(pay(req.params.id)));\n";
  place.write('server/index.js', server(list + pay));
  place.write(
    'web/src/api.ts',
    [
      "export const orders = () => fetch('/api/orders');",
      'export const pay = (id: string) => fetch(`/api/orders/${id}/pay`, { method: "POST" });',
      "export const rooms = () => fetch('/api/rooms');",
      "export const bills = () => fetch('/api/bills');\n",
    ].join('\n'),
  );
  git('init', '--quiet', '-b', 'main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'old');
  const all = ['--profile', 'all'];
  const isXref = ({ rule }: { readonly rule: string }): boolean => rule.startsWith('XREF');
  expect(audited('--changed', ...all).findings.filter(isXref)).toEqual([]);
  place.write('server/index.js', server(list));
  const broken = [{ rule: 'XREF-001', file: 'web/src/api.ts', line: 2 }];
  expect(audited('--changed', ...all).findings.filter(isXref)).toMatchObject(broken);
  git('add', '.');
  git('commit', '--quiet', '-m', 'new');
  expect(audited('--since', 'HEAD~1', ...all).findings.filter(isXref)).toMatchObject(broken);
  expect(audited('--since', 'HEAD~1', ...all).findings.filter(isXref)).toHaveLength(1);
});

test('a package of a monorepo is audited by itself, with paths and settings of the repository', () => {
  git('init', '--quiet', '-b', 'main');
  place.write('gauntlet.yaml', 'scans: { ignore: ["packages/web/old/**"], severity: { MOCK-001: HIGH } }\n');
  place.write('packages/web/src/orders.service.ts', service('Orders'));
  place.write('packages/web/old/orders.service.ts', service('Old'));
  place.write('packages/api/users.service.ts', service('Users'));
  expect(audited('packages/web').findings.map(({ file }) => file)).toEqual(['src/orders.service.ts']);
  expect(audit('packages/web', '--format', 'github').stdout).toMatch(
    /^::error file=packages\/web\/src\/orders/,
  );
});

test('a rule is explained, with examples and how to leave it alone; a misspelt one is guessed', () => {
  const ran = place.run(['explain', 'mock-001']);
  expect(ran.code).toBe(0);
  for (const part of [
    'MOCK-001  LOW',
    'by default: hint: a finding blocks nothing',
    'no findings reviewed by a person yet',
    'becomes HIGH once enough findings were rated useful',
    'why: ',
    'fix: ',
    '<- MOCK-001',
    'gauntlet-disable-next-line MOCK-001 -- reason',
  ])
    expect(ran.stdout).toContain(part);
  const json = JSON.parse(place.run(['explain', 'MOCK-001', '--json']).stdout) as Readonly<
    Record<string, unknown>
  >;
  expect(json).toMatchObject({
    id: 'MOCK-001',
    severity: 'LOW',
    harm: 'HIGH',
    tier: 'hint',
    effect: 'hint',
    family: 'mock',
  });
  const key = place.run(['explain', 'SEC-001']).stdout;
  expect(key).toMatch(/by default: blocks: .* if a valid checksum .* proves it\. Else hint: /);
  expect(place.run(['explain', 'MOCK-01'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "MOCK-001"?') as string,
  });
  expect(place.run(['explain']).stdout.split('\n').length).toBeGreaterThan(15);
});

test('a finding of a gate is explained and listed like a rule; a misspelt id is guessed', () => {
  const ran = place.run(['explain', 'No-Removed-Test']);
  expect(ran.code).toBe(0);
  expect(ran.stdout).toMatch(/^no-removed-test {2}finding of a gate\n[A-Z].*\.\n[A-Z].*\.\n\n/);
  expect(JSON.parse(place.run(['explain', 'no-secret', '--json']).stdout)).toMatchObject({
    id: 'no-secret',
    family: 'gate',
    detail: expect.stringMatching(/history/) as string,
  });
  expect(place.run(['explain', 'no-removed-tests'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean "no-removed-test"?') as string,
  });
  expect(place.run(['explain']).stdout).toMatch(/^patched-assertions {2,}A check fails/m);
  const all = JSON.parse(place.run(['explain', '--json']).stdout) as readonly { readonly id: string }[];
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(['MOCK-001', 'unnoticed-change']));
});

test('TEAM-29 a declared design is what fonts are held against, by its usual name or by the one settings give', () => {
  place.write('src/index.css', 'body {\n  margin: 0;\n  font-family: Arial, sans-serif;\n}\n');
  const fonts = (): number => audited('--rule', 'UI-003').findings.length;
  expect(fonts()).toBe(1);
  place.write('UI_REQUIREMENTS.md', '## Typography\n- Body font: Arial\n');
  expect(fonts()).toBe(0);
  rmSync(join(place.dir, 'UI_REQUIREMENTS.md'));
  place.write('docs/look.md', '## Typography\n- Body font: Arial\n');
  expect(fonts()).toBe(1);
  place.write('gauntlet.yaml', 'scans: { ui: docs/look.md }\n');
  expect(fonts()).toBe(0);
});
