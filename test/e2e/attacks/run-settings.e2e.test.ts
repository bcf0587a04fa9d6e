// Epics and settings written by somebody who is not trusted: words that look like options, ids that lead elsewhere,
// texts that explode. Each is first shown to work on somebody naive.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { plainEpic } from '../../support/epic-run.ts';
import { AttackedRun, victimText } from '../../attacks/attacked-run.ts';

let epic: AttackedRun;
beforeAll(() => {
  epic = new AttackedRun({ tickets: [{ id: 'A' }] });
});
afterAll(() => epic.remove());

const ticket = { id: 'A', title: 'A', acceptance: [{ id: 'AC1', text: 'it is there' }] };

async function refused(text: string, ...args: readonly string[]) {
  writeFileSync(join(epic.repository, 'hostile.yaml'), text);
  const { code, stdout, stderr } = await epic.gauntlet('run', 'hostile.yaml', '--no-input', ...args);
  rmSync(join(epic.repository, 'hostile.yaml'));
  return { code, said: stdout + stderr };
}

const yamlOf = (more: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...plainEpic, tickets: [ticket], ...more });

describe('words that look like options', () => {
  test('T9 DISPATCH-13 a base like --output=FILE makes a naive git write that file, and is no commit here', async () => {
    const owned = join(epic.folder, 'owned');
    execFileSync('git', ['log', `--output=${owned}`], { cwd: epic.repository });
    expect(existsSync(owned)).toBe(true);
    rmSync(owned);
    const inside = await refused(yamlOf({ base: `--output=${owned}` }));
    const flag = await refused(yamlOf({}), `--base=--output=${owned}`);
    expect([inside.code, flag.code]).toEqual([2, 2]);
    expect(existsSync(owned)).toBe(false);
    expect(existsSync(`${owned}^{commit}`)).toBe(false);
  });

  test.each(['--upload-pack=x', '../../x', '-x', 'x.lock', '$(id)', 'x\u202ey', 'a@{1}'])(
    'T9 DISPATCH-13 a ticket or an epic called %j is refused before anything starts',
    async (id) => {
      const asTicket = await refused(yamlOf({ tickets: [{ ...ticket, id }] }));
      const asEpic = await refused(yamlOf({ epic: id }));
      expect([asTicket.code, asEpic.code]).toEqual([2, 2]);
      expect(asTicket.said).not.toMatch(/\u202e/);
      expect(readdirSync(join(epic.repository, '.git'))).not.toContain('x');
    },
  );
});

describe('texts that explode', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x,x]',
    ...'bcdef'.split('').map((name, at) => {
      const before = 'abcde'[at];
      return `${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(',')}]`;
    }),
  ].join('\n');

  test('T10 a few aliases become a million things for a naive reader, and are refused here', async () => {
    expect(JSON.stringify(parse(bomb, { maxAliasCount: -1 })).length).toBeGreaterThan(1_000_000);
    const { code, said } = await refused(bomb);
    expect(code).toBe(2);
    expect(said.length).toBeLessThan(20_000);
  });

  test('T10 an alias that holds itself is an endless walk for a naive reader, and is refused here', async () => {
    const text = 'tickets: &t [ *t ]';
    expect(() => JSON.stringify(parse(text, { maxAliasCount: -1 }))).toThrow(/circular/i);
    expect((await refused(text)).code).toBe(2);
  });

  test('T10 twenty thousand nested lists end a naive walk, and are refused here', async () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const depth = (value: unknown): number =>
      Array.isArray(value) ? 1 + Math.max(0, ...value.map(depth)) : 0;
    expect(() => depth(JSON.parse(deep))).toThrow(RangeError);
    expect((await refused(`tickets: ${deep}`)).code).toBe(2);
  });

  test('T10 a file of many megabytes is refused before it is read', async () => {
    const { code, said } = await refused(`${yamlOf({})}\n# ${'x'.repeat(8_000_000)}`);
    expect(code).toBe(2);
    expect(said.length).toBeLessThan(20_000);
  });

  test('T10 keys of the prototype change every object of a naive reader, and are unknown keys here', async () => {
    const text = '{ "__proto__": { "review": false }, "constructor": 1, "tickets": [] }';
    const naive: Record<string, unknown> = {};
    const merge = (into: Record<string, unknown>, from: Record<string, unknown>): void => {
      for (const [key, value] of Object.entries(from))
        if (typeof value === 'object' && value !== null && key in into)
          merge(into[key] as Record<string, unknown>, value as Record<string, unknown>);
        else into[key] = value;
    };
    try {
      merge(naive, JSON.parse(text) as Record<string, unknown>);
      expect('review' in {}).toBe(true);
    } finally {
      delete (Object.prototype as { review?: unknown }).review;
    }
    const { code, said } = await refused(
      JSON.stringify({ ...plainEpic }).replace('{', '{"__proto__": {"review": false}, "constructor": 1,'),
    );
    expect(code).toBe(2);
    expect(said).toMatch(/__proto__|constructor/);
  });
});

describe('links where we write and read', () => {
  const clear = (): void => rmSync(join(epic.repository, '.gauntlet'), { recursive: true, force: true });

  test('T7 a checkout whose .gauntlet is a link sends a naive writer elsewhere; nothing is written there here', async () => {
    const elsewhere = join(epic.folder, 'elsewhere');
    mkdirSync(elsewhere);
    clear();
    symlinkSync(elsewhere, join(epic.repository, '.gauntlet'));
    writeFileSync(join(epic.repository, '.gauntlet/naive'), 'x');
    expect(readdirSync(elsewhere)).toEqual(['naive']);
    expect((await epic.run()).code).toBe(0);
    expect(readdirSync(elsewhere)).toEqual(['naive']);
    rmSync(join(epic.repository, '.gauntlet'));
  });

  test('T7 a link deeper in .gauntlet makes neither file nor folder elsewhere', async () => {
    const elsewhere = join(epic.folder, 'deeper');
    mkdirSync(elsewhere);
    clear();
    mkdirSync(join(epic.repository, '.gauntlet'));
    symlinkSync(elsewhere, join(epic.repository, '.gauntlet/epics'));
    symlinkSync(epic.outside.victim, join(epic.repository, '.gauntlet/.gitignore'));
    const { code } = await refused(yamlOf({ epic: 'e2' }));
    expect(code).toBe(0);
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readFileSync(epic.outside.victim, 'utf8')).toBe(victimText);
    clear();
  });

  test.each(['copy', 'link'])(
    'T7 ENV-02 setup: %s of a link that leads out is refused, and what it leads to is not handed over',
    async (how) => {
      writeFileSync(join(epic.folder, 'secret'), 'tellnobody\n');
      rmSync(join(epic.repository, '.env.test'), { force: true });
      symlinkSync(join(epic.folder, 'secret'), join(epic.repository, '.env.test'));
      expect(readFileSync(join(epic.repository, '.env.test'), 'utf8')).toBe('tellnobody\n');
      const { code, said } = await refused(yamlOf({ epic: `setup-${how}`, setup: { [how]: ['.env.test'] } }));
      rmSync(join(epic.repository, '.env.test'));
      expect(code).not.toBe(0);
      expect(said).toMatch(/leads out of the repository/);
      const { stdout } = await epic.ask('events', '--json', `setup-${how}`);
      expect(stdout).not.toContain('tellnobody');
    },
  );
});
