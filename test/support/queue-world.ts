// A repository with branches for `gauntlet land`, and a bare repository as its remote.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { EpicRun } from './epic-run.ts';

export type Told = {
  branch: string;
  status: string;
  because: string;
  ticket: string | null;
  notChecked: string[];
};
export type Landing = { entries: readonly Told[]; run: string; pushed: string };

export function queueWorld(files: Readonly<Record<string, string>> = {}): EpicRun {
  return new EpicRun({
    tickets: [{ id: 'UNUSED' }],
    files,
    config: {
      verify: [{ id: 'parts', run: 'bash check.sh', timeout: '1m', network: true }],
      limits: { maxParallel: 4, maxVerify: 4, maxGates: 4 },
    },
  });
}

/** A branch with one commit of these files, made beside the checkout. */
export function branch(
  at: EpicRun,
  name: string,
  files: Readonly<Record<string, string>>,
  from = 'main',
): string {
  at.git('checkout', '--quiet', '-B', name, from);
  at.write(files);
  at.git('add', '--all');
  at.git('commit', '--quiet', '--allow-empty', `--message=Work of ${name}`);
  const commit = at.git('rev-parse', 'HEAD');
  at.git('checkout', '--quiet', 'main');
  return commit;
}

/** Adds a remote `origin` that has main. */
export function remote(at: EpicRun): void {
  const bare = join(at.folder, 'up.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare]);
  at.git('remote', 'add', 'origin', bare);
  at.git('push', '--quiet', 'origin', 'main');
}
