import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { settingsOf } from '../../test/contracts/agents.ts';
import { auditors, roles } from '../model/team.ts';
import { type AgentFileOptions, readAgentFiles } from './agent-files.ts';
import { readAgentFile } from './agent-files.ts';

const command = { ...settingsOf('command', ['node', 'dev.mjs']), model: 'from-config' };
const general = { ...settingsOf('command', ['script.sh']), model: 'from-default', timeout: 1_000 };

function read(options: Partial<AgentFileOptions>, files: Readonly<Record<string, string>> = {}) {
  return readAgentFiles({ agents: {}, readAtBase: (path) => Promise.resolve(files[path]), ...options });
}

async function cast(options: Partial<AgentFileOptions>, files: Readonly<Record<string, string>> = {}) {
  const result = await read(options, files);
  if (!result.ok) throw new Error(result.complaints.join('\n'));
  return result.cast;
}

test('DISPATCH-08 every role and every auditor of the team has a built-in agent file', async () => {
  const all = await cast({ agents: { default: general } });
  expect(Object.keys(all).toSorted()).toEqual([...new Set<string>([...roles, ...auditors])].toSorted());
  for (const player of Object.values(all)) {
    expect(player.text.startsWith('# ')).toBe(true);
    expect(player.tools).toContain('read');
    expect(player.origins).toMatchObject({ agent: 'agents.default in gauntlet.yaml', text: 'built-in' });
    expect(player.hash).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('no built-in agent file asks a judge for a number of findings', async () => {
  for (const { text } of Object.values(await cast({ agents: { default: general } })))
    expect(text).not.toMatch(/at least \w+ (?:findings|issues)|minimum/i);
});

test('DISPATCH-08 flag beats the entry of the role, which beats the agent file, which beats the built-in one', async () => {
  const files = { 'agents.d/critic.md': '---\nmodel: from-file\nlimits: { timeout: 2m }\n---\nBe strict.\n' };
  const flag = { ...settingsOf('command', ['other']), model: 'from-flag' };
  const named = async (options: Partial<AgentFileOptions>) => (await cast(options, files)).critic;
  const fromFlag = await named({ flag, agents: { critic: command, default: general } });
  expect(fromFlag).toMatchObject({
    settings: { model: 'from-flag', run: ['other'] },
    origins: { model: 'command line' },
  });
  const fromRole = await named({ agents: { critic: command, default: general } });
  expect(fromRole).toMatchObject({
    settings: { use: 'command', model: 'from-config', timeout: 120_000 },
    text: 'Be strict.',
  });
  expect(fromRole?.origins).toMatchObject({
    agent: 'agents.critic in gauntlet.yaml',
    model: 'agents.critic in gauntlet.yaml',
    timeout: 'agents.d/critic.md at the base commit',
    text: 'agents.d/critic.md at the base commit',
    tools: 'built-in',
  });
  const fromFile = await named({ agents: { default: general } });
  expect(fromFile).toMatchObject({
    settings: { use: 'command', run: ['script.sh'], model: 'from-file', timeout: 120_000 },
  });
  const { auditor } = await cast({ agents: { default: general } }, files);
  expect(auditor).toMatchObject({
    settings: { model: 'from-default', timeout: 1_000 },
    origins: { text: 'built-in' },
  });
});

test('roles fall back as the configuration says: fixer and remediator on the developer, reviewer on the critic', async () => {
  const all = await cast({ agents: { developer: command, critic: general } });
  expect(all.fixer?.origins.agent).toBe('agents.developer in gauntlet.yaml');
  expect(all.remediator?.settings.run).toEqual(['node', 'dev.mjs']);
  expect(all.reviewer?.settings.run).toEqual(['script.sh']);
  expect(all.auditor).toBeUndefined();
  expect(all.library).toBeUndefined();
});

test('a file that names another kind of agent does not inherit a command line that is not its own', async () => {
  const { critic } = await cast(
    { agents: { default: general } },
    { 'agents.d/critic.md': '---\nagent: claude\n---\n' },
  );
  expect(critic?.settings).toMatchObject({ use: 'claude', run: [] });
  expect(critic?.origins.text).toBe('built-in');
});

test('the hash changes with the words and with the settings, and with nothing else', async () => {
  const agents = { default: general };
  const hashOf = async (options: Partial<AgentFileOptions>, text?: string) =>
    (await cast(options, text === undefined ? {} : { 'agents.d/critic.md': text })).critic?.hash;
  const usual = await hashOf({ agents });
  expect(await hashOf({ agents })).toBe(usual);
  expect(await hashOf({ agents }, 'other words')).not.toBe(usual);
  expect(await hashOf({ agents: { default: { ...general, model: 'x' } } })).not.toBe(usual);
});

test('everything wrong with agent files is said at once, with line and what was probably meant', async () => {
  const result = await read(
    { agents: { default: general } },
    {
      'agents.d/critic.md': '---\nname: judge\nmodle: x\nagent: claud\nlimits: { timeout: soon }\n---\n',
      'agents.d/auditor.md': '---\nmodel: x\n',
      'agents.d/test.md': '---\na: [\n---\n',
    },
  );
  expect(result).toMatchObject({ ok: false });
  const said = result.ok ? [] : result.complaints;
  expect(said).toEqual(
    expect.arrayContaining([
      'agents.d/critic.md:2:7 name: must be "critic" to match the file name',
      'agents.d/critic.md:3:1 modle: unknown key "modle"\n  hint: did you mean "model"?',
      'agents.d/critic.md:4:8 agent: "claud" is not one of claude, codex, acp, api, command\n  hint: did you mean "claude"?',
      'agents.d/critic.md:5:20 limits.timeout: "soon" is not a duration\n  hint: write 90s, 10m or 4h',
      'agents.d/auditor.md:1: the front matter is not closed by a --- line',
      expect.stringMatching(/^agents\.d\/test\.md:\d+:\d+: /),
    ]),
  );
});

test('whatever stands in a file, it is read or complained of, and words without a head are taken as they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (head, body) => {
      const headed = readAgentFile(`---\n${head}\n---\n${body}`, 'agents.d/critic.md', 'critic');
      if (!headed.ok) return headed.complaints.length > 0;
      return headed.file.text.length <= head.length + body.length + 5;
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[^-\r\uFEFF][^\r]*$/), (body) => {
      const read = readAgentFile(body, 'p', 'critic');
      return read.ok && read.file.text === body.trim() && read.file.model === null;
    }),
  );
});

test('DISPATCH-08 what a head sets comes back as it was written', () => {
  const word = fc.stringMatching(/^[a-z][a-z0-9.]{0,20}x$/);
  const head = fc.record({
    model: word,
    effort: word,
    tools: fc.array(word, { maxLength: 4 }),
    minutes: fc.integer({ min: 1, max: 999 }),
  });
  fc.assert(
    fc.property(head, ({ model, effort, tools, minutes }) => {
      const source = [
        '---',
        `model: ${model}`,
        `effort: ${effort}`,
        `tools: [${tools.join(', ')}]`,
        `limits: { timeout: ${minutes}m }`,
        '---',
        'Words.',
      ];
      expect(readAgentFile(source.join('\r\n'), 'p', 'critic')).toEqual({
        ok: true,
        file: { agent: null, model, effort, tools, timeout: minutes * 60_000, text: 'Words.' },
      });
    }),
  );
});
