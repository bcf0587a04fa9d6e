// Commands that only read, in the test's own process: the built command with its own arguments, folder, environment and
// output. Starting Node for every question takes longer than the answer.
import { createRequire, enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';

import type { Io, Sink } from '../../src/cli/io.ts';
import { compileCache, sharedCli } from './shared-cli.ts';

export type Answer = { readonly code: number; readonly stdout: string; readonly stderr: string };

type BuiltCommand = { run(args: readonly string[], io: Io): Promise<number> };

/** None of these writes, follows signals or asks a person, unless its flags say so. */
const READING = new Set(['cost', 'events', 'logs', 'report', 'status', 'why']);
const LASTING = new Set(['--follow', '-f', '--watch', '--open']);

const require = createRequire(import.meta.url);

/** Runs one reading command of the built CLI and collects its output. */
export async function readCommand(
  [name = '', ...args]: readonly string[],
  place: Pick<Io, 'cwd' | 'env'>,
): Promise<Answer> {
  if (!READING.has(name) || args.some((arg) => LASTING.has(arg)))
    throw new Error(`start "${[name, ...args].join(' ')}" as a process: it is not a plain reading command`);
  enableCompileCache(compileCache);
  const words = name === 'why' ? ['ticket', name, ...args] : [name, ...args];
  const file = join(dirname(sharedCli()), 'commands', `${words[0]}.cjs`);
  const command = require(file) as BuiltCommand;
  const [stdout, stderr] = [collect(), collect()];
  const code = await command.run(words.slice(1), {
    ...place,
    stdin: () => Readable.from([]),
    stdout,
    stderr,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collect(): Sink & { text(): string } {
  const parts: string[] = [];
  return { isTty: () => false, write: (text) => void parts.push(text), text: () => parts.join('') };
}
