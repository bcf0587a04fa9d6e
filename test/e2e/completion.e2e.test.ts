// Completion as a real bash does it, from the script that the built program prints.
import { execFileSync, spawnSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { commands } from '../../src/cli/commands/index.ts';
import { sharedCli } from '../support/shared-cli.ts';

const printed = new Map<string, string>();

/** The script for a shell, printed once. */
function script(shell: string): string {
  const text =
    printed.get(shell) ??
    execFileSync(process.execPath, [sharedCli(), 'completion', shell], { encoding: 'utf8' });
  printed.set(shell, text);
  return text;
}

/** What bash offers for these words, the last of them unfinished. */
function offered(...words: readonly string[]): readonly string[] {
  const line = words.map((word) => `'${word}'`).join(' ');
  const asked = `${script('bash')}\nCOMP_WORDS=(gauntlet ${line}); COMP_CWORD=${words.length}; _gauntlet; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', asked], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash completes every command, the flags of each, and the values that a flag can have', () => {
  expect(offered('')).toEqual([...commands.map(({ name }) => name), 'help']);
  expect(offered('unp')).toEqual(['unpause']);
  expect(offered('ticket', 're')).toEqual(['retry']);
  expect(offered('ticket', 'skip', 'API-1', '--rel')).toEqual(['--release-dependents']);
  expect(offered('skip', 'API-1', '--rel')).toEqual(['--release-dependents']);
  expect(offered('report', '--format', '')).toEqual(['html', 'md', 'junit', 'sarif', 'json']);
  expect(offered('report', '--format', 'j')).toEqual(['junit', 'json']);
  expect(offered('run', 'epic')).toEqual([]);
  expect(offered('help', 'dem')).toEqual(['demo']);
});

test('the scripts for zsh and fish name every command; another shell is refused', () => {
  for (const shell of ['zsh', 'fish']) for (const { name } of commands) expect(script(shell)).toContain(name);
  const { status } = spawnSync(process.execPath, [sharedCli(), 'completion', 'tcsh'], { encoding: 'utf8' });
  expect(status).toBe(2);
});
