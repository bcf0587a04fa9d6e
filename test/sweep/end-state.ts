// What a run has come to, in a form in which two runs can be compared: nothing in here depends on times, commit ids or
// on who came first.
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

import { epicId } from './content.ts';
import type { World } from './world.ts';

export type EndState = {
  /** Ticket to status. */
  readonly statuses: Readonly<Record<string, string>>;
  /** Ticket to how often its trailer stands on the epic branch. */
  readonly landings: Readonly<Record<string, number>>;
  /** Every path of the epic's tip, with the id of what it holds. */
  readonly tree: string;
  /** What `events --verify` said, without the count. */
  readonly verified: string;
  readonly processes: readonly string[];
  /** The kinds of files and folders left below `.git/gauntlet`. */
  readonly left: readonly string[];
  readonly checkout: string;
};

export async function endState(world: World): Promise<EndState> {
  const status = await world.run(['status', '--json']);
  const verify = await world.run(['events', '--verify', '--json']);
  const verified = JSON.parse(verify.stdout) as { readonly ok: boolean };
  return {
    statuses: statusesIn(status.stdout),
    landings: landingsOn(world),
    tree: world.git('ls-tree', '-r', `refs/heads/epic/${epicId}`),
    verified: `exit ${verify.code}, ok ${verified.ok}`,
    processes: processesOf(world),
    left: leftBelow(world.state),
    checkout: checkoutOf(world),
  };
}

type Status = { readonly tickets: readonly { readonly id: string; readonly status: string }[] };

function statusesIn(json: string): EndState['statuses'] {
  const status = JSON.parse(json) as Status;
  return Object.fromEntries(status.tickets.map(({ id, status: word }) => [id, word]));
}

function landingsOn(world: World): EndState['landings'] {
  const format = '--format=%(trailers:key=Ticket,valueonly,separator=%x2C)';
  const said = world.git('log', '--first-parent', format, `refs/heads/epic/${epicId}`).split('\n');
  return Object.fromEntries(world.tickets.map((id) => [id, said.filter((line) => line === id).length]));
}

/** Whatever runs and has to do with this world; the kernel's word, not the coordinator's. */
export function processesOf(world: World): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const words = [partOf(pid, 'cmdline'), partOf(pid, 'environ'), cwdOf(pid)];
      return words.some((word) => word.includes(world.folder)) && !isDead(pid) ? [nameOf(pid)] : [];
    });
}

function partOf(pid: string, part: string): string {
  try {
    return readFileSync(`/proc/${pid}/${part}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function cwdOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

function isDead(pid: string): boolean {
  const stat = partOf(pid, 'stat');
  return stat === '' || /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}

function nameOf(pid: string): string {
  return `${pid} ${partOf(pid, 'cmdline').slice(0, 200)}`;
}

/**
 * Names with everything taken out that differs from run to run. What is inside of clones, exports and the object store
 * is not ours to list; that each of them is there at all is.
 */
function leftBelow(state: string): readonly string[] {
  const found = new Set<string>();
  const walk = (folder: string, name: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${name}/${entry.name}`
        .replaceAll(/[0-9a-f]{64}|[0-9a-f]{40}/g, '<id>')
        .replace(/^(.*\/(?:runs|checks|places|keep\/ticket\/[^/]+\/[^/]+))\/\d+/, '$1/<n>');
      found.add(entry.isDirectory() ? `${path}/` : path);
      if (entry.isDirectory() && !inside.test(path)) walk(join(folder, entry.name), path);
    }
  };
  walk(state, '');
  return [...found].sort();
}

const inside = /\/hub\.git\/objects$|\/checks\/<n>$|\/exports\/<id>$|\/tickets\/[^/]+$/;

/** The user's own: what is checked out, index, configuration, every ref that is not the epic's. */
function checkoutOf(world: World): string {
  const git = join(world.repository, '.git');
  const refs = world
    .git('for-each-ref', '--format=%(refname) %(symref)')
    .split('\n')
    .filter((line) => line !== '' && !line.includes(`/epic/${epicId}`));
  const own = readdirSync(git).filter((name) => name !== 'gauntlet' && name !== 'objects');
  return JSON.stringify({
    head: readFileSync(join(git, 'HEAD'), 'utf8'),
    status: world.git('status', '--porcelain'),
    index: digest(world.git('ls-files', '--stage')),
    config: digest(readFileSync(join(git, 'config'), 'utf8')),
    own: own.filter((name) => lstatSync(join(git, name)).isFile()),
    refs,
  });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
