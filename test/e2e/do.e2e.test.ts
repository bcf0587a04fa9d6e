import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { EpicRun, patience } from '../support/epic-run.ts';
import { FakeForge } from '../support/fake-forge.ts';
import type { World } from '../support/world.ts';

const id = 'add-a-rate-limit-to-post-orders';
const request = 'Add a rate limit to POST /orders';
const drafted =
  '```yaml\ntitle: Limit\nacceptance:\n  - { text: the 101st request answers 429 }\n  - { text: parts hold no mistake, verify: sh check.sh }\n```';

let at: EpicRun;
afterEach(() => at.remove());

function world(more: Partial<World> = {}): EpicRun {
  at = new EpicRun({ tickets: [{ id: 'UNUSED' }], ...more });
  return at;
}

type Shown = { readonly epic: string; readonly status: string; readonly epicBranch: string };

async function epicOf(name: string): Promise<{ tickets: readonly Record<string, unknown>[] }> {
  const { stdout } = await at.gauntlet('edit', name, '--epic', name, '--json');
  return { tickets: [(JSON.parse(stdout) as { ticket: Record<string, unknown> }).ticket] };
}

test(
  'FIRST-02 do takes one request without a file through the whole gate, and leaves a branch, a journal and a report',
  async () => {
    world();
    const ended = await at.gauntlet('do', request, '--verify', 'sh check.sh', '--no-input');
    expect(ended.stderr).toContain('no --criterion given: the request itself is the only criterion');
    for (const stage of ['develop', 'review', 'audit']) {
      const prompt = await at.ask('logs', id, '--epic', id, '--stage', stage, '--prompt');
      expect([stage, prompt.stdout.split(request).length - 1]).toEqual([stage, 1]);
    }
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining(`branch epic/${id}`)]);
    expect(at.git('show', `epic/${id}:parts/${id}.txt`)).toContain(id);
    expect(at.git('status', '--porcelain')).toBe('');
    expect(existsSync(join(at.repository, 'epics'))).toBe(false);
    // The same surfaces as an epic: status, events, report, and a name that every command takes.
    const status = await at.ask('status', id, '--json');
    expect(JSON.parse(status.stdout) as Shown).toMatchObject({ epic: id, status: 'completed' });
    expect((await at.ask('events', id, '--verify')).code).toBe(0);
    const roles = (await at.starts()).map(({ role }) => role);
    expect(roles).toEqual(expect.arrayContaining(['developer', 'critic', 'auditor']));
    // Asked again it is another piece of work, with a name of its own.
    const again = await at.gauntlet('do', request, '--no-input', '--dry-run', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ epic: `${id}-2`, order: [`${id}-2`] });
  },
  patience,
);

test(
  'FIRST-02 a check of --verify that the work breaks sends it back, beside those of gauntlet.yaml',
  async () => {
    world({
      config: { verify: [{ id: 'base file', run: 'test -f parts/base.txt' }] },
      playbook: [
        { role: 'developer', attempt: 0, write: { 'parts/x.txt': 'BROKEN\n' } },
        { role: 'developer', attempt: 1, write: { 'parts/x.txt': 'fixed\n' } },
      ],
    });
    const words = ['do', request, '--verify', 'sh check.sh', '--criterion', 'the 101st request answers 429'];
    const { code, stdout, stderr } = await at.gauntlet(...words, '--no-input', '--json');
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('no --criterion given')]);
    expect((JSON.parse(stdout) as Shown).status).toBe('completed');
    expect((await epicOf(id)).tickets).toMatchObject([
      { title: request, acceptance: [{ text: 'the 101st request answers 429' }] },
    ]);
    const events = (await at.ask('events', id, '--json')).stdout;
    expect(events).toContain('"attempt":1');
    const kept = join(at.repository, '.git/gauntlet/epics', id, 'runs/4/validation.json');
    expect(readFileSync(kept, 'utf8')).toContain('base file');
  },
  patience,
);

test(
  'FIRST-02 do sends no audit team after its ticket; --audit and audit.enabled ask for one',
  async () => {
    world({ config: { depth: 'standard', audit: {} } });
    const team = async (...words: readonly string[]): Promise<readonly string[]> => {
      const before = (await at.starts()).length;
      const { stderr } = await at.gauntlet('do', request, ...words, '--no-input');
      const said = stderr.includes('no audit after it has landed (--audit runs the audit team)');
      const sent = (await at.starts()).slice(before).filter(({ auditor }) => auditor !== '');
      return [...(said ? ['said'] : []), ...sent.map(({ auditor }) => auditor).sort()];
    };
    expect(await team()).toEqual(['said']);
    expect(await team('--audit')).toEqual(['requirements', 'technical']);
    const plain = readFileSync(join(at.repository, 'gauntlet.yaml'), 'utf8');
    at.write({ 'all.yaml': plain.replace('"audit": {}', '"audit": { "enabled": true }') });
    expect(await team('--config', 'all.yaml')).toEqual(['requirements', 'technical']);
  },
  patience,
);

test(
  'FIRST-02 an agent drafts missing criteria, and -y takes them',
  async () => {
    world({ playbook: [{ role: 'reviewer', told: 'Planning Assignment', say: drafted }] });
    const { code, stderr } = await at.gauntlet('do', request, '-y', '--no-input');
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('2. parts hold no mistake  [runs: sh check.sh]'),
    ]);
    expect((await epicOf(id)).tickets).toMatchObject([
      { title: request, acceptance: [{ text: 'the 101st request answers 429' }, { verify: 'sh check.sh' }] },
    ]);
  },
  patience,
);

test(
  'FIRST-02 an issue gives the request and its criteria, and no command in it is run',
  async () => {
    world();
    const forge = new FakeForge();
    await forge.open();
    try {
      forge.issues.set(123, {
        title: 'Limit orders',
        body: 'Too many.\n\n## Acceptance criteria\n- [ ] 429 after 100 (verify: `touch owned.txt`)\n- Logs it\n',
      });
      const env = { GITHUB_REPOSITORY: 'o/r', GITHUB_API_URL: forge.url, GITHUB_TOKEN: 'token-of-the-test' };
      const { code, stderr } = await at.start(['do', '--from-issue', '123', '--no-input'], env).ended;
      expect([code, stderr]).toEqual([0, expect.not.stringContaining('token-of-the-test')]);
      expect((await epicOf('issue-123')).tickets).toMatchObject([
        {
          id: 'issue-123',
          title: 'Limit orders',
          description: 'Too many.',
          acceptance: [{ text: '429 after 100 (verify: touch owned.txt)' }, { text: 'Logs it' }],
        },
      ]);
    } finally {
      await forge.close();
    }
  },
  patience,
);

test(
  'FIRST-02 do says what is missing and the next command: a request, an agent, a branch, an issue',
  async () => {
    world({ config: { agents: {} } });
    const said = async (...words: readonly string[]): Promise<string> => {
      const { stdout, stderr } = await at.gauntlet('do', ...words, '--no-input');
      return stdout + stderr;
    };
    expect(await said()).toContain('give one request: TEXT, --from-file or --from-issue');
    expect(await said('x', '--from-issue', '1')).toContain('give one request');
    expect(await said(request)).toMatch(
      /no agent is configured for any role[^]*gauntlet init[^]*--agent claude/,
    );
    expect(existsSync(join(at.repository, '.git/gauntlet/epics'))).toBe(false);
    at.write({
      'request.md': '# Count the parts\n\nAll of them.\n\n## Acceptance\n- `sh count.sh` prints 1\n',
    });
    const file = await at.gauntlet('do', '--from-file', 'request.md', '--dry-run', '--json');
    expect(JSON.parse(file.stdout)).toMatchObject({ epic: 'count-the-parts' });
    at.git('checkout', '--quiet', '--detach');
    expect(await said(request)).toMatch(/HEAD is detached[^]*--base main/);
    // Without gauntlet.yaml the repository says how it is installed and checked.
    at.git('checkout', '--quiet', '-b', 'bare');
    at.git('rm', '--quiet', '--cached', 'gauntlet.yaml');
    at.write({ 'package.json': '{"scripts":{"test":"sh check.sh"}}' });
    at.git('add', 'package.json');
    at.git('commit', '--quiet', '--message=No configuration');
    at.git('clean', '--quiet', '--force', 'gauntlet.yaml');
    const bare = await said(request, '--agent', 'claude', '--dry-run');
    expect(bare).toContain('no gauntlet.yaml: a workspace runs npm install, npm test');
  },
  patience,
);
