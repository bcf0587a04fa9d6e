// What must not leak from the user to agents and checks, and what the user may do to the repository during a run.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { root } from '../../source.ts';
import { cleanCheckout } from '../../support/clean-checkout.ts';
import { AttackedRun, isConfined } from '../../attacks/attacked-run.ts';

const places: string[] = [];
afterAll(() => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

/** What is below the temporary folder is hidden from agents anyway: these repositories lie where users have theirs. */
function elsewhere<T>(make: () => T): T {
  const before = process.env['TMPDIR'];
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const place = mkdtempSync(join(cache, 'attacks-'));
  places.push(place);
  process.env['TMPDIR'] = place;
  try {
    return make();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

const secret = 'tellnobody-4f9c2d7b8a1e';
const secrets = {
  AWS_SECRET_ACCESS_KEY: secret,
  GITHUB_TOKEN: secret,
  DATABASE_URL: `postgres://u:${secret}@h/d`,
  NODE_OPTIONS: '--no-warnings',
  GIT_ASKPASS: `/bin/${secret}`,
  SSH_AUTH_SOCK: `/tmp/${secret}`,
};

/** Looks for what belongs to the user, as far as it can be seen from a workspace. */
const spy = `env; top="\${PWD%%/.git/*}"; cat "$top/.git/config" "$top/.git/HEAD" "$top/.env" "$top/web/.env.local" "$HOME/.netrc" "$HOME/.ssh/id" 2>&1
ls "$top/.git" "$top/.git/gauntlet" "$top/.git/gauntlet/epics/e1" 2>&1
find "$top/.git" -name '*.json' -path '*runs*' 2>/dev/null | while read -r file; do cat "$file"; done`;

/** What an agent would like the coordinator to hear. */
const forge = `top="\${PWD%%/.git/*}"; mkdir -p "$top/.git/gauntlet/epics/e1/inbox"
printf '{"kind":"stop","by":"forged"}' >"$top/.git/gauntlet/epics/e1/inbox/000000000000001-0000000000000000.json"`;

function hidden(epic: AttackedRun): void {
  epic.git('remote', 'add', 'origin', `https://user:${secret}@example.invalid/repository.git`);
  mkdirSync(join(epic.folder, 'home/.ssh'), { recursive: true });
  for (const name of ['.netrc', '.ssh/id']) writeFileSync(join(epic.folder, 'home', name), `${secret}\n`);
  epic.write({ '.env': `KEY=${secret}\n`, 'web/.env.local': `KEY=${secret}\n` });
}

function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe.skipIf(!isConfined)('what belongs to the user', () => {
  let epic: AttackedRun;
  let ended: Awaited<ReturnType<AttackedRun['run']>>;
  beforeAll(async () => {
    epic = elsewhere(
      () =>
        new AttackedRun({
          files: {
            '.gitignore': 'seen\n.env*\n',
            'tools/critic.js': `const { spawnSync } = require('child_process');
process.exitCode = spawnSync('sh', [__dirname + '/../.agent/agent.sh'], { stdio: 'inherit' }).status;\n`,
          },
          config: {
            agents: {
              default: { use: 'command', run: ['sh', '.agent/agent.sh'] },
              critic: { use: 'command', run: ['node', 'tools/critic.js'] },
            },
          },
          epic: {
            setup: { run: [`{ ${spy}; } >seen; cat seen`] },
            verify: [{ id: 'spy', run: `{ ${spy}; }; sh check.sh`, timeout: '1m' }],
          },
          tickets: [{ id: 'SPY' }],
          playbook: [
            {
              role: 'developer',
              shell: `${forge}\ncat seen; ${spy}; mkdir -p parts; echo x >parts/SPY.txt
                echo '{ "type": "module" }' >tools/package.json; cp tools/package.json package.json`,
            },
            { role: 'critic', shell: forge, look: spy },
            { role: 'auditor', auditor: '', shell: forge, look: spy },
          ],
        }),
    );
    hidden(epic);
    ended = await epic.start(['run', 'epic.yaml', '--no-input'], secrets).ended;
    await epic.look();
  }, 300_000);
  afterAll(() => epic.remove());

  test('BEYOND-09 T11 is read by whoever is started with it and sees it', () => {
    const clone = join(epic.repository, '.git/clone');
    mkdirSync(clone);
    epic.git('--git-dir', join(epic.repository, '.git'), 'config', 'user.note', secret);
    expect(epic.sh(`export GITHUB_TOKEN=${secret}; ${spy}`, clone).split(secret).length).toBeGreaterThan(4);
    rmSync(clone, { recursive: true });
  });

  test('BEYOND-09 T11 is in nothing that agents, checks and setup said, nor in what the run printed', () => {
    expect({ code: ended.code, said: ended.code === 0 ? '' : ended.stderr }).toEqual({ code: 0, said: '' });
    const said = [
      ...epic.runs('SPY', 'develop'),
      ...epic.runs('SPY', 'review'),
      ...epic.runs('SPY', 'audit'),
    ].map(({ run }) => readFileSync(join(epic.state, 'runs', String(run), 'stdout'), 'utf8'));
    expect(said.map((text) => text.includes('PATH='))).toEqual([true, true, true]);
    expect(said.filter((text) => text.includes(secret))).toEqual([]);
    expect(ended.stdout + ended.stderr).not.toContain(secret);
    for (const folder of ['.git/gauntlet/epics', '.gauntlet'])
      expect(everything(join(epic.repository, folder))).not.toContain(secret);
  });

  test("T15 a package.json on the branch changes what Node takes a judge's script for, and not the judge of this run", () => {
    const clone = epic.naively('git checkout -q origin/epic/e1');
    expect(epic.sh('node tools/critic.js </dev/null 2>&1', clone)).toContain('require is not defined');
    expect(epic.of('SPY', 'critic_pass').length).toBe(1);
  });

  test('T11 options of Node from the environment of the user do not reach agents', () => {
    const [{ run } = { run: -1 }] = epic.runs('SPY', 'develop');
    expect(readFileSync(join(epic.state, 'runs', String(run), 'stdout'), 'utf8')).not.toContain(
      'NODE_OPTIONS',
    );
  });

  test('T2 a message to the run that an agent forges is heard where nothing holds it back, and not here', async () => {
    expect(ended.code).toBe(0);
    expect(epic.landed()).toEqual(['SPY']);
    const bare = elsewhere(
      () => new AttackedRun({ tickets: [{ id: 'STOP' }], playbook: [{ role: 'developer', shell: forge }] }),
    );
    try {
      const { code } = await bare.runUnconfined();
      expect(code).not.toBe(0);
      expect(bare.landed()).toEqual([]);
    } finally {
      bare.remove();
    }
  });
});

describe('what the user does during a run', () => {
  test('STATE-04 git clean, gc, deleted branches, new work trees and commits take nothing from a run', async () => {
    const epic = new AttackedRun({
      tickets: [{ id: 'A' }, { id: 'B', needs: ['A'] }],
      playbook: [
        {
          role: 'developer',
          ticket: 'B',
          hold: 'work',
          shell: 'mkdir -p parts; echo B >parts/B.txt; git add -A; git commit -qm B',
        },
      ],
    });
    try {
      epic.write({ '.naive-state/journal': 'x', 'scratch.txt': 'mine\n' });
      epic.git('branch', 'other');
      const { ended } = epic.start(['run', 'epic.yaml', '--no-input']);
      await epic.until('held work');
      await cleanCheckout(epic);
      expect(readdirSync(epic.repository)).not.toContain('.naive-state');
      epic.git('branch', '-D', 'other');
      epic.git('worktree', 'add', '-q', join(epic.folder, 'linked'), '-b', 'mine', 'epic/e1');
      epic.git('commit', '-q', '--allow-empty', '-m', 'on main meanwhile');
      epic.git('reflog', 'expire', '--expire=now', '--all');
      epic.git('gc', '--quiet', '--prune=now');
      epic.letGo('work');
      const { code, stderr } = await ended;
      expect({ code, said: code === 0 ? '' : stderr }).toEqual({ code: 0, said: '' });
      expect(epic.git('show', 'epic/e1:parts/B.txt')).toBe('B');
      expect(epic.git('log', '-1', '--format=%s', 'main')).toBe('on main meanwhile');
      expect(epic.git('log', '-1', '--format=%s', 'mine')).toBe('Merge A into epic: Part A');
      expect(epic.git('fsck', '--connectivity-only')).not.toMatch(/missing|broken/);
    } finally {
      epic.remove();
    }
  }, 300_000);

  test('DISPATCH-07 P1 a deleted or moved epic branch stops the run, and nothing that landed is lost', async () => {
    const epic = new AttackedRun({
      tickets: [{ id: 'A' }, { id: 'B', needs: ['A'] }],
      playbook: [
        { role: 'developer', ticket: 'B', hold: 'work', shell: 'mkdir -p parts; echo B >parts/B.txt' },
      ],
    });
    try {
      const { ended } = epic.start(['run', 'epic.yaml', '--no-input']);
      await epic.until('held work');
      const tip = epic.git('rev-parse', 'epic/e1');
      epic.git('branch', '-D', 'epic/e1');
      epic.letGo('work');
      const { code } = await ended;
      expect(code).toBe(6);
      epic.git('branch', 'epic/e1', tip);
      const resumed = epic.run('resume');
      expect((await resumed).code).toBe(0);
      expect(epic.git('show', 'epic/e1:parts/B.txt')).toBe('B');
      expect(epic.landed()).toEqual(['A', 'B']);
    } finally {
      epic.remove();
    }
  }, 300_000);
});
