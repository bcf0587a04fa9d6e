import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from './read-config.ts';
import { configComplaints, goodConfig } from '../../test/support/plan-samples.ts';

const agent = {
  use: 'command',
  run: [],
  model: null,
  effort: null,
  provider: null,
  baseUrl: null,
  apiKeyEnv: null,
  env: [],
  network: false,
  token: true,
  timeout: null,
  prices: null,
};

const defaults = {
  version: 1,
  agents: {},
  limits: {},
  landing: { window: null, confidence: 0.1 },
  onLimit: 'escalate',
  depth: 'standard',
  setup: null,
  environments: [],
  verify: [],
  require: [],
  audit: {
    enabled: null,
    auditors: {},
    passThreshold: 0.9,
    severityGate: 'MEDIUM',
    maxFixRounds: null,
    maxLibraryChecks: null,
    perMilestone: true,
    endOfRun: true,
  },
  review: {
    dimensions: [],
    critics: null,
    criticsBy: [],
    differentModel: 'off',
    verify: true,
    target: 120_000,
    rounds: 3,
    path: null,
    coverage: null,
  },
  scans: { families: {}, severity: {}, ignore: [], baseline: null, maxScanFixPasses: null, ui: null },
  convergence: {
    minRatio: 0.9,
    recoveryRatio: 0.8,
    degradedRatio: 0.5,
    maxCycles: 10,
    escalateAfter: 3,
    reviewRecoveryRetries: null,
  },
  reconcile: null,
  protect: [],
  hooks: true,
  waivers: null,
  learning: true,
  privacy: { deny: [], localOnly: false },
  notify: [],
  report: { formats: ['markdown', 'html'], dir: '.gauntlet/reports' },
};

test.each(['', '{}', '# nothing', 'version: 1'])('TEAM-13 the configuration %j is all defaults', (text) => {
  expect(goodConfig(text)).toEqual(defaults);
});

test('TEAM-13 a configuration that does not exist is all defaults', () => {
  expect(readConfig({ file: 'gauntlet.yaml', text: undefined })).toEqual({
    ok: true,
    value: defaults,
    complaints: [],
  });
});

test('DISPATCH-01 the example configuration is read', () => {
  const text = readFileSync(new URL('../../test/fixtures/plan/gauntlet.yaml', import.meta.url), 'utf8');
  expect(goodConfig(text)).toEqual({
    ...defaults,
    agents: {
      default: { ...agent, use: 'claude' },
      developer: { ...agent, run: ['node', 'tools/dev.mjs'] },
      critic: { ...agent, use: 'acp', run: ['gemini', '--acp'], model: 'gemini-2.5-pro' },
      auditor: {
        ...agent,
        use: 'api',
        provider: 'openai-compatible',
        baseUrl: 'http://127.0.0.1:11434/v1',
        model: 'qwen3-coder',
      },
    },
    limits: {
      maxParallel: 3,
      maxRevisions: 2,
      hardCapRounds: 5,
      budgetUsd: 20,
      budgetTokens: 5_000_000,
      ticketTimeout: 14_400_000,
      agentTimeout: 900_000,
      stall: 300_000,
    },
  });
});

test('EPIC-16 every other key reaches the model', () => {
  const text = `
$schema: x
onLimit: fail
depth: quick
agents:
  fixer: { use: command, run: [a], effort: high, apiKeyEnv: KEY, env: [HOME], network: true, token: false, timeout: 1m, prices: {in: 1, out: 2.5, cached: 0.1}, estimate: {usd: 2} }
audit:
  enabled: true
  auditors: { library: false, test: true }
  passThreshold: 1
  severityGate: HIGH
  maxFixRounds: 0
  maxLibraryChecks: 4
  perMilestone: false
  endOfRun: false
review:
  dimensions: [{ id: a11y, class: critical, questions: [q] }]
  critics: 2
  criticsBy:
    - { when: { type: ui, paths: [web/**] }, use: claude, dimensions: [{ id: d, class: moderate }] }
    - { when: { type: [db, api] }, use: { use: codex, model: m } }
  differentModel: require
  verify: false
  rounds: 1
  path: docs/progress
  coverage: { run: npm run cov }
scans:
  families: { MOCK: false }
  severity: { MOCK-001: LOW, UI-002: "off" }
  ignore: [dist/**]
  baseline: base.json
  maxScanFixPasses: 0
  ui: UI.md
convergence: { minRatio: 0.7, recoveryRatio: 0.7, degradedRatio: 0.1, maxCycles: 4, escalateAfter: 2, reviewRecoveryRetries: 0 }
reconcile: false
protect: [gauntlet.yaml]
waivers: waivers.yaml
learning: false
privacy: { deny: [secrets/**], localOnly: true }
notify: [{ on: [decision], run: [say, hi] }, { url: "https://x.test/hook" }]
report: { formats: [html, sarif], dir: out }
`;
  expect(goodConfig(text)).toEqual({
    ...defaults,
    onLimit: 'fail',
    depth: 'quick',
    agents: {
      fixer: {
        ...agent,
        run: ['a'],
        effort: 'high',
        apiKeyEnv: 'KEY',
        env: ['HOME'],
        network: true,
        token: false,
        timeout: 60_000,
        prices: { in: 1, out: 2.5, cached: 0.1 },
        estimate: { usd: 2, tokens: null },
      },
    },
    audit: {
      enabled: true,
      auditors: { library: false, test: true },
      passThreshold: 1,
      severityGate: 'HIGH',
      maxFixRounds: 0,
      maxLibraryChecks: 4,
      perMilestone: false,
      endOfRun: false,
    },
    review: {
      dimensions: [{ id: 'a11y', class: 'critical', questions: ['q'] }],
      critics: 2,
      criticsBy: [
        {
          types: ['ui'],
          paths: ['web/**'],
          use: { ...agent, use: 'claude' },
          dimensions: [{ id: 'd', class: 'moderate', questions: [] }],
        },
        { types: ['db', 'api'], paths: [], use: { ...agent, use: 'codex', model: 'm' }, dimensions: [] },
      ],
      differentModel: 'require',
      verify: false,
      target: 120_000,
      rounds: 1,
      path: 'docs/progress',
      coverage: { run: 'npm run cov', floor: 80 },
    },
    scans: {
      families: { MOCK: false },
      severity: { 'MOCK-001': 'LOW', 'UI-002': 'off' },
      ignore: ['dist/**'],
      baseline: 'base.json',
      maxScanFixPasses: 0,
      ui: 'UI.md',
    },
    convergence: {
      minRatio: 0.7,
      recoveryRatio: 0.7,
      degradedRatio: 0.1,
      maxCycles: 4,
      escalateAfter: 2,
      reviewRecoveryRetries: 0,
    },
    reconcile: false,
    protect: ['gauntlet.yaml'],
    waivers: 'waivers.yaml',
    learning: false,
    privacy: { deny: ['secrets/**'], localOnly: true },
    notify: [
      { on: ['decision'], run: ['say', 'hi'], url: null },
      { on: [], run: null, url: 'https://x.test/hook' },
    ],
    report: { formats: ['html', 'sarif'], dir: 'out' },
  });
});

test('TEAM-23 the founding audit_team block is read as audit', () => {
  const founding = `audit_team:
  enabled: true
  requirements_auditor: true
  technical_auditor: false
  interface_auditor: true
  test_auditor: false
  library_auditor: true
  pass_threshold: 0.8
  severity_gate: LOW
  max_fix_rounds: 3
  max_library_checks: 8
  per_milestone: false
  end_of_run: false
`;
  expect(goodConfig(founding).audit).toEqual({
    enabled: true,
    auditors: { requirements: true, technical: false, interface: true, test: false, library: true },
    passThreshold: 0.8,
    severityGate: 'LOW',
    maxFixRounds: 3,
    maxLibraryChecks: 8,
    perMilestone: false,
    endOfRun: false,
  });
  expect(configComplaints(`audit: {}\n${founding}`)).toEqual([
    'gauntlet.yaml:2:1 audit_team: audit and audit_team are two spellings of one block\n  hint: keep audit',
  ]);
});

test('TEAM-13 ranges and words of the audit are held, in both spellings', () => {
  const bad =
    'audit: {passThreshold: 1.1, severityGate: MEDUM, maxFixRounds: -1, maxLibraryChecks: -1, enabled: maybe}';
  expect(configComplaints(bad)).toEqual([
    'gauntlet.yaml:1:24 audit.passThreshold: must be at most 1, not 1.1',
    'gauntlet.yaml:1:43 audit.severityGate: "MEDUM" is not one of CRITICAL, HIGH, MEDIUM, LOW, INFO\n  hint: did you mean "MEDIUM"?',
    'gauntlet.yaml:1:64 audit.maxFixRounds: must be at least 0, not -1',
    'gauntlet.yaml:1:86 audit.maxLibraryChecks: must be at least 0, not -1',
    'gauntlet.yaml:1:99 audit.enabled: must be true or false, not "maybe"',
  ]);
  expect(configComplaints('audit_team: {pass_threshold: -0.1, maxFixRounds: 1}')).toEqual([
    'gauntlet.yaml:1:30 audit_team.pass_threshold: must be at least 0, not -0.1',
    'gauntlet.yaml:1:36 audit_team.maxFixRounds: unknown key "maxFixRounds"\n  hint: did you mean "max_fix_rounds"?',
  ]);
  expect(configComplaints('audit: {passThreshold: 0}')).toEqual([
    'gauntlet.yaml:1:24 audit.passThreshold: must be more than 0: a threshold of 0 is always reached',
  ]);
  expect(configComplaints('audit_team: {pass_threshold: 0}')).toEqual([
    'gauntlet.yaml:1:30 audit_team.pass_threshold: must be more than 0: a threshold of 0 is always reached',
  ]);
  expect(configComplaints('audit: {passThreshold: 0.01}')).toEqual([]);
});

test.each(['audit', 'audit_team'])(
  'TEAM-13 a disabled %s ignores every other field, also wrong ones',
  (name) => {
    const read = goodConfig(
      `${name}: {enabled: false, passThreshold: 7, nonsense: [x], severityGate: HIGH, max_fix_rounds: -3}`,
    );
    expect(read.audit).toEqual({ ...defaults.audit, enabled: false });
  },
);

test('DISPATCH-01 rules of the configuration are told all at once', () => {
  const text = `
agents: { critic: { use: command }, auditor: { use: api }, developer: { use: acp, run: [] }, criti: { use: claude } }
review: { criticsBy: [{ when: {}, use: command }, { when: { paths: [/x] }, use: { use: acp } }] }
notify: [{ on: [x] }]
protect: [../x]
privacy: { deny: [/y] }
scans: { ignore: ["!z"], baseline: /b, ui: /u }
waivers: /w
report: { dir: /r }
convergence: { recoveryRatio: 0.95 }
`;
  expect(configComplaints(text).map((line) => line.replace('gauntlet.yaml:', ''))).toEqual([
    '2:19 agents.critic: "use: command" needs "run"\n  hint: run: [program, argument]',
    '2:46 agents.auditor: "use: api" needs "model"',
    '2:88 agents.developer.run: must have at least 1 entry, not 0',
    '2:94 agents.criti: unknown key "criti"\n  hint: did you mean "critic"?',
    '3:31 review.criticsBy[0].when: needs type or paths',
    '3:40 review.criticsBy[0].use: "use: command" needs "run"\n  hint: run: [program, argument]',
    '3:69 review.criticsBy[1].when.paths[0]: "/x" must be relative to the repository',
    '3:81 review.criticsBy[1].use: "use: acp" needs "run"\n  hint: run: [program, argument]',
    '4:10 notify[0]: needs run or url',
    '5:11 protect[0]: "../x" must not leave the repository with ".."',
    '6:19 privacy.deny[0]: "/y" must be relative to the repository',
    '7:19 scans.ignore[0]: "!z" must say what is touched; a leading "!" is not supported',
    '7:36 scans.baseline: "/b" must be relative to the repository',
    '7:44 scans.ui: "/u" must be relative to the repository',
    '8:10 waivers: "/w" must be relative to the repository',
    '9:16 report.dir: "/r" must be relative to the repository',
    '10:31 convergence.recoveryRatio: recoveryRatio (0.95) must not be more than minRatio (0.9)',
  ]);
});

test('TEAM-13 the ratios of convergence are in order, whichever was written', () => {
  expect(configComplaints('convergence: {minRatio: 0.4}')).toEqual([
    'gauntlet.yaml:1:25 convergence.minRatio: recoveryRatio (0.8) must not be more than minRatio (0.4)',
  ]);
  expect(configComplaints('convergence: {minRatio: 0.8}')).toEqual([]);
  expect(configComplaints('convergence: {degradedRatio: 0.8}')).toEqual([]);
  expect(configComplaints('convergence: {degradedRatio: 0.85}')).toEqual([
    'gauntlet.yaml:1:30 convergence.degradedRatio: degradedRatio (0.85) must not be more than recoveryRatio (0.8)',
  ]);
  expect(configComplaints('convergence: {minRatio: 0, recoveryRatio: 0, degradedRatio: 0}')).toEqual([
    'gauntlet.yaml:1:25 convergence.minRatio: must be more than 0: a threshold of 0 is always reached',
    'gauntlet.yaml:1:43 convergence.recoveryRatio: must be more than 0: a threshold of 0 is always reached',
    'gauntlet.yaml:1:61 convergence.degradedRatio: must be more than 0: a threshold of 0 is always reached',
  ]);
});

test('DISPATCH-01 an argv without a program is refused', () => {
  expect(configComplaints('agents: {default: {use: command, run: [""]}}')).toEqual([
    'gauntlet.yaml:1:40 agents.default.run[0]: names no program',
  ]);
  expect(configComplaints('review: {coverage: {run: [" ", x]}}')).toEqual([
    'gauntlet.yaml:1:27 review.coverage.run[0]: names no program',
  ]);
  expect(configComplaints('setup: {run: [[""]]}\nverify: [{id: v, run: [""]}]')).toEqual([
    'gauntlet.yaml:1:16 setup.run[0][0]: names no program',
    'gauntlet.yaml:2:24 verify[0].run[0]: names no program',
  ]);
  expect(configComplaints('verify: [{id: v, run: [grep, ""]}, {id: w, run: x}]')).toEqual([]);
});

test('DISPATCH-01 addresses, names of variables and records are checked too', () => {
  const text =
    'agents: {default: {use: api, model: m, baseUrl: "ftp://x", apiKeyEnv: "a b"}}\nscans: {families: {MOCK: 1}, severity: {X: HGH}}';
  expect(configComplaints(text)).toEqual([
    'gauntlet.yaml:1:49 agents.default.baseUrl: "ftp://x" is not an http or https address',
    'gauntlet.yaml:1:71 agents.default.apiKeyEnv: must be the name of a variable, not its value',
    'gauntlet.yaml:2:26 scans.families.MOCK: must be true or false, not 1',
    'gauntlet.yaml:2:44 scans.severity.X: "HGH" is not one of CRITICAL, HIGH, MEDIUM, LOW, INFO, off\n  hint: did you mean "HIGH"?',
  ]);
});

test('DISPATCH-01 a configuration that is not YAML is refused as such', () => {
  expect(configComplaints('a: &x 1')).toEqual([
    'gauntlet.yaml:1:4: YAML anchors are not allowed\n  hint: use the plain value instead',
  ]);
  expect(configComplaints('depth: quick\ndepth: quick\nonLimit: stop')).toEqual([
    'gauntlet.yaml:2:1: the key "depth" is given twice\n  hint: keep one of them',
    'gauntlet.yaml:3:10 onLimit: "stop" is not one of escalate, fail',
  ]);
  expect(configComplaints('- x')).toEqual([
    expect.stringMatching(
      /^gauntlet\.yaml:1:1: must be a map of keys and values, not a list\n {2}hint: known here: version, agents/,
    ),
  ]);
});

test('DISPATCH-01 a map full of strangers is shown by the first hundred', () => {
  const text = Array.from({ length: 300 }, (_, index) => `stranger${index}: 1`).join('\n');
  const complaints = configComplaints(text);
  expect(complaints).toHaveLength(100);
  expect(complaints[0]).toMatch(/unknown key "stranger0"\n {2}hint: known here: version, agents, limits, /);
});

test('TEAM-19 TEAM-13 a reconciliation that is switched on needs the audit it is a phase of', () => {
  expect(goodConfig('reconcile: true').reconcile).toBe(true);
  const off = 'gauntlet.yaml:1:12 reconcile: is part of the audit at the end of a run, which is switched off';
  for (const text of ['audit: {endOfRun: false}', 'audit_team: {end_of_run: false}'])
    expect(configComplaints(`reconcile: true\n${text}`)[0], text).toContain(off);
  // With the team off its other settings are not looked at, and the one reviewer stands in for it at the end.
  expect(configComplaints('reconcile: true\naudit: {enabled: false, endOfRun: false}')).toEqual([]);
});
