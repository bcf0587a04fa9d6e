/**
 * git in the user's repository, for reading only; undefined when it fails. What starts programs is loaded when it is
 * asked: a command that needs no git starts without it.
 */
export async function git(cwd: string, args: readonly string[]): Promise<string | undefined> {
  const { execFile } = await import('node:child_process');
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };
  const options = { cwd, env, encoding: 'utf8', timeout: 20_000, maxBuffer: 4 * 1024 * 1024 } as const;
  return new Promise((resolve) => {
    execFile('git', [...args], options, (error, stdout) => resolve(error === null ? stdout : undefined));
  });
}
