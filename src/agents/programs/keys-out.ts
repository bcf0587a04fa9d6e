import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { AgentCall } from '../../ports/agents.ts';
import type { ProgramEnd } from '../../ports/processes.ts';

const SECRET = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH/i;

/** Shorter values stand in every other text by chance. */
const SHORTEST = 8;

type Environment = Readonly<Record<string, string | undefined>>;

/** Every value of an environment that is named like a key: name and value. */
export function keysIn(env: Environment): readonly (readonly [string, string])[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value.length >= SHORTEST && SECRET.test(name) ? [[name, value] as const] : [],
  );
}

/** The values among those that an agent is allowed to see which nobody else may read: name and value. */
export function keysOf({ settings }: AgentCall, env: Environment): readonly (readonly [string, string])[] {
  const keys = keysIn(Object.fromEntries(settings.env.map((name) => [name, env[name]])));
  // The longest first: a key that begins another would leave the rest of it behind.
  return keys.toSorted(([, a], [, b]) => b.length - a.length);
}

/**
 * What a program printed, without the keys it was given: some agents hand their environment on to the commands they run,
 * and a branch may tell them to print it. What lies in the folder of the run is put right as well (BEYOND-09).
 */
export async function withoutKeys(
  end: ProgramEnd,
  folder: string,
  keys: readonly (readonly [string, string])[],
): Promise<ProgramEnd> {
  if (keys.length === 0) return end;
  for (const name of ['stdout', 'stderr']) await rewrite(join(folder, name), keys);
  return { ...end, stdout: cleared(end.stdout, keys), stderr: cleared(end.stderr, keys) };
}

async function rewrite(path: string, keys: readonly (readonly [string, string])[]): Promise<void> {
  // Bytes for bytes: what a program prints need not be text.
  const written = await readFile(path, 'latin1').catch(() => undefined);
  if (written === undefined) return;
  const bytes = keys.map(([name, value]) => [name, Buffer.from(value).toString('latin1')] as const);
  const clear = cleared(written, bytes);
  if (clear === written) return;
  await writeFile(`${path}.clear`, clear, 'latin1');
  await rename(`${path}.clear`, path);
}

function cleared(text: string, keys: readonly (readonly [string, string])[]): string {
  return keys.reduce((rest, [name, value]) => rest.replaceAll(value, () => `[${name}]`), text);
}
