// Calibrations through the built command line, in a repository whose past is made for it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Calibration, CalibrationReport } from '../../src/model/calibration.ts';
import { patience } from '../support/epic-run.ts';
import { reviewOf } from '../support/review-agents.ts';
import { ReviewRepo } from '../support/review-repo.ts';
import { root } from '../source.ts';

let repo: ReviewRepo;

beforeEach(() => {
  repo = new ReviewRepo();
});
afterEach(() => repo.remove());

/** One module of its own for each commit, with something of everything in it, and a test. */
function module(nth: number): Readonly<Record<string, string>> {
  const name = `list${nth}`;
  return {
    [`src/${name}.ts`]: `import { read, store } from './store.ts';

const MOST${nth} = ${1000 + nth * 1000};

export async function ${name}(user: User, from: number, size = ${20 + nth}): Promise<readonly Row[]> {
  if (!user.isAllowed) throw new Error('${name} is not for you');
  if (size === 0) return [];
  const rows = await read(user, from);
  try {
    await store(rows, user.id);
  } catch (error) {
    throw new Error('${name} could not be kept', { cause: error });
  }
  return rows.filter((row) => row.at >= from && row.at < MOST${nth});
}
`,
    [`src/${name}.test.ts`]: `import { ${name} } from './${name}.ts';

test('${name} shows what is there', async () => {
  expect(await ${name}(ada, 0)).toEqual([row]);
});
`,
  };
}

function grow(commits: number): void {
  repo.commit('begin', { 'src/store.ts': 'export const read = null;\nexport const store = null;\n' });
  for (let nth = 1; nth <= commits; nth += 1) repo.commit(`Add list ${nth}`, module(nth));
}

const kept = (): readonly Calibration[] => {
  const folder = join(repo.repository, '.git/gauntlet/calibrations');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Calibration);
};

async function report(...args: readonly string[]): Promise<CalibrationReport> {
  const ended = await repo.gauntlet('calibrate', ...args, '--json');
  return JSON.parse(ended.stdout) as CalibrationReport;
}

test(
  'BEYOND-04 defects are planted in the own past of a repository, and what is found of them stands beside later verdicts',
  async () => {
    grow(8);
    repo.commit('Fix list 8', {
      'src/list8.ts': module(8)['src/list8.ts']?.replace('row.at < M', 'row.at <= M') ?? '',
    });
    repo.commit('Say what it is', { 'README.md': '# Lists\n' });
    const before = repo.standing();
    const small = ['--no-agents', '--defects', '12', '--clean', '4'];
    const first = await report(...small, '-o', join(repo.folder, 'figures.json'));
    const schema = JSON.parse(readFileSync(join(root, 'schema/calibration.v1.json'), 'utf8')) as object;
    const isValid = new Ajv({ strict: false }).compile(schema);
    expect([isValid(first), isValid.errors]).toEqual([true, null]);
    expect(readFileSync(join(repo.folder, 'figures.json'), 'utf8')).toContain('"calibrations"');
    const [figures] = first.calibrations;
    expect(figures).toMatchObject({
      changes: 16,
      defects: 12,
      clean: 4,
      isEnough: false,
      costUsd: { value: 0 },
    });
    expect(figures?.kinds).toBeGreaterThanOrEqual(8);
    expect(figures?.recallByKind).toMatchObject({ 'reverted-fix': { of: 1 }, secret: { value: 1 } });
    const found = first.changes.filter(({ kind }) => kind === 'secret' || kind === 'skipped-test');
    expect(found.every((each) => each.found === true)).toBe(true);
    expect(repo.standing()).toEqual(before);
    expect(kept()).toEqual([figures]);
    const words =
      /scans and detectors alone find \d+ % \(\d+ to \d+\) of planted defects here, .* \(calibrated \d{4}-\d\d-\d\d, 16 changes, fewer than a calibration needs\)/;
    repo.git('switch', '--quiet', '--create', 'leak');
    const key = ['AKIA', 'QJ7XW2LMT4RZ', 'P3VN'].join('');
    repo.commit('leak', { 'src/key.ts': `export const key = '${key}';\n` });
    const beside = ['review', '--no-agents', '--base', 'main', '--write', 'markdown=said.md'];
    expect((await repo.gauntlet(...beside)).stdout).toMatch(words);
    expect(repo.read('said.md')?.replaceAll('\\', '')).toMatch(words);
    const told = (await repo.review('--no-agents', '--base', 'main')) as {
      calibrations?: readonly Calibration[];
    };
    expect(told.calibrations).toMatchObject([{ recall: figures?.recall, judge: { agent: 'no-agents' } }]);
  },
  patience,
);

test(
  'BEYOND-04 the same seed plants the same, another one something else; too little is refused with its numbers',
  async () => {
    grow(6);
    const plan = async (...more: readonly string[]): Promise<unknown> => {
      const ended = await repo.gauntlet(
        'calibrate',
        '--dry-run',
        '--json',
        '--defects',
        '6',
        '--clean',
        '3',
        ...more,
      );
      return (JSON.parse(ended.stdout) as CalibrationReport).changes;
    };
    expect(await plan()).toEqual(await plan());
    expect(await plan()).not.toEqual(await plan('--seed', '2'));
    expect(await plan('--commits', 'HEAD~4..HEAD')).toHaveLength(9);
    const refused = await repo.gauntlet('calibrate', '--no-agents');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(
      /Needed: 40 defects of at least 8 kinds and 20 clean changes\. Available from 7 commits: \d+ defects of \d+ kinds and 6 clean changes /,
    );
    expect(refused.stderr).toContain('--clean 6');
    for (let nth = 7; nth <= 22; nth += 1) repo.commit(`Add list ${nth}`, module(nth));
    const whole = await repo.gauntlet('calibrate', '--no-agents', '--dry-run', '--json');
    const { found } = JSON.parse(whole.stdout) as { found: Readonly<Record<string, number>> };
    expect(found).toMatchObject({ commits: 23, defects: 40, clean: 20 });
    expect(found['kinds']).toBeGreaterThanOrEqual(8);
    const odd = await repo.gauntlet('calibrate', '--no-agents', '--commits', 'nowhere..HEAD');
    expect([odd.code, kept()]).toEqual([2, []]);
  },
  patience,
);

/** A reviewer that finds secrets and is silent about everything else. */
function reviewer(name: string): string {
  const program = join(repo.folder, `${name}.mjs`);
  const said = reviewOf('change', 1, [{ severity: 'HIGH', file: 'FILE', line: 4711, problem: 'a secret' }]);
  writeFileSync(
    program,
    `import { readdirSync, readFileSync } from 'node:fs';
readFileSync(0, 'utf8');
const found = readdirSync('src').map((name) => 'src/' + name).flatMap((file) => {
  const line = readFileSync(file, 'utf8').split('\\n').findIndex((text) => text.includes(" = 'q7"));
  return line < 0 ? [] : [{ file, line: line + 1 }];
})[0];
const silent = ${JSON.stringify(reviewOf('change', 1, []))};
const said = ${JSON.stringify(said)};
process.stdout.write(found === undefined ? silent : said.replaceAll('FILE', found.file).replaceAll('4711', String(found.line)));
`,
  );
  const config = join(repo.folder, `${name}.yaml`);
  const run = JSON.stringify([process.execPath, program]);
  const agent = `{ use: command, run: ${run}, model: ${name}-1, estimate: { usd: 0.25 } }`;
  writeFileSync(
    config,
    `version: 1\nagents:\n  reviewer: ${agent}\nlimits: { agentTries: 0 }\nprivacy: { deny: [src/list4.ts] }\n`,
  );
  return config;
}

test(
  'BEYOND-04 an agent is calibrated with its model and cost, goes on where money ended, and is shown beside nobody else',
  async () => {
    grow(4);
    const config = reviewer('sharp');
    const args = ['--config', config, '--defects', '2', '--clean', '1', '--seed', '4'];
    const ended = await repo.gauntlet('calibrate', ...args, '--budget', '0.3', '--json');
    expect([ended.code, JSON.parse(ended.stdout), kept()]).toMatchObject([
      4,
      { notReviewed: 2, recorded: 0, spent: { usd: 0.25 } },
      [],
    ]);
    const whole = await report(...args, '--budget', '5');
    expect(whole).toMatchObject({ notReviewed: 0, recorded: 1, exitCode: 0 });
    // What agents may not see is nothing to ask them about.
    expect(whole.changes.map(({ commit }) => commit)).not.toContain(repo.git('rev-parse', 'HEAD'));
    expect(whole.calibrations).toMatchObject([
      { judge: { model: 'sharp-1' }, costUsd: { value: 0.25, of: 3 }, falseAlarms: { value: 0, of: 1 } },
    ]);
    expect(kept()).toHaveLength(1);
    repo.git('switch', '--quiet', '--create', 'more');
    repo.commit('more', { 'src/more.ts': 'export const more = 1;\n' });
    const shown = async (file: string): Promise<readonly { readonly words: string }[]> => {
      const told = await repo.review('more', '--base', 'main', '--config', file);
      return (told as unknown as { calibrations: readonly { words: string }[] }).calibrations;
    };
    expect((await shown(config)).map(({ words }) => words)).toEqual([
      expect.stringMatching(
        /\(sharp-1\) as a reviewer finds .* of planted defects here, .* together with scans/,
      ),
    ]);
    expect((await shown(config))[0]?.words).not.toContain('than now');
    expect(await shown(reviewer('other'))).toEqual([]);
    // The same words on the command line, and somebody else behind them.
    const program = join(repo.folder, 'sharp.mjs');
    writeFileSync(program, `${readFileSync(program, 'utf8')}\n// another one\n`);
    expect((await shown(config))[0]?.words).toContain(', with another program or configuration than now)');
  },
  patience,
);
