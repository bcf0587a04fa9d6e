import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { afterAll, expect, test } from 'vitest';

import { callOf, settingsOf } from '../../../test/contracts/agents.ts';
import { openTestProcesses } from '../../../test/contracts/agents-processes.ts';
import { unsetAgent } from '../../model/config.ts';
import { jsonSchema } from '../../schema/json-schema.ts';
import { openAgents } from '../index.ts';
import { verdictForm } from '../answers/verdict-form.ts';

const nowhere = mkdtempSync(`${tmpdir()}/gauntlet-codex-`);
afterAll(() => rmSync(nowhere, { recursive: true, force: true }));

type Settings = { readonly run: readonly string[]; readonly apiKeyEnv?: string };

/** What is wrong with the last of them, when all are opened together. */
async function problemOf(
  named: readonly Settings[],
  env: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { processes, close } = await openTestProcesses();
  const all = named.map((more) => ({ ...unsetAgent, use: 'codex', ...more }) as const);
  try {
    const options = { processes, configFolder: nowhere, env: { HOME: nowhere, ...env }, settings: all };
    const last = all.at(-1);
    return last === undefined ? undefined : await (await openAgents(options)).problem(last);
  } finally {
    await close();
  }
}

test('a missing program is known before anything starts, with the commands that fix it', async () => {
  const problem = await problemOf([{ run: [] }], { PATH: nowhere });
  expect(problem).toContain('npm install -g @openai/codex');
  expect(problem).toContain('codex login');
});

test('so is a missing login; any way to log in will do', async () => {
  expect(await problemOf([{ run: ['/bin/sh'] }], {})).toContain('codex login');
  expect(await problemOf([{ run: ['/bin/sh'] }], { OPENAI_API_KEY: 'k' })).toBeUndefined();
});

test('agents that share a program may differ in their keys, and each is checked', async () => {
  const settings = [{ run: ['/bin/sh'] }, { run: ['/bin/sh'], apiKeyEnv: 'MINE' }];
  expect(await problemOf(settings, { OPENAI_API_KEY: 'k' })).toContain('MINE');
  expect(await problemOf(settings, { OPENAI_API_KEY: 'k', MINE: 'k' })).toBeUndefined();
});

/** Every object in a schema. */
function objectsIn(schema: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(objectsIn);
  const own = schema as Readonly<Record<string, unknown>>;
  return own['type'] === 'object' ? [own, ...inner] : inner;
}

test.each(['critic', 'auditor'] as const)(
  'SIGNAL-04 the schema for the verdict of a %s is one the provider takes: everything required, nothing besides',
  (role) => {
    const place = { config: nowhere, workspace: nowhere, run: nowhere };
    const form = verdictForm(callOf(settingsOf('codex', []), place, { role }));
    const objects = objectsIn(form === undefined ? undefined : jsonSchema(form.shape));
    expect(objects.length).toBeGreaterThan(1);
    for (const { properties, required, additionalProperties } of objects) {
      expect(additionalProperties).toBe(false);
      expect(required).toEqual(Object.keys(properties as object));
    }
  },
);
