import type { Readable } from 'node:stream';

import { endTree, kill, looks, pause } from './end-tree.ts';
import { isForeign, isTagged, seenProcess } from './process-table.ts';

/** What the sandbox program says about what it started. */
export type SandboxStatus = {
  /** The first process inside; when it is gone the kernel has killed everything else in there. */
  readonly first: { readonly pid: number; readonly start: string } | undefined;
  /** Set only when the program was really started and has ended. */
  readonly exitCode: number | undefined;
};

export type StatusLines = {
  /** What they said so far. */
  read(): SandboxStatus;
  readonly ended: Promise<void>;
  stop(): void;
};

/** Reads bubblewrap's status lines. */
export function readStatus(from: Readable): StatusLines {
  let text = '';
  let first: SandboxStatus['first'];
  from.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(0, 8192);
    const pid = numberIn(text, 'child-pid');
    const start = pid === undefined ? undefined : seenProcess(pid)?.start;
    if (pid !== undefined && start !== undefined) first ??= { pid, start };
  });
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) from.once(event, () => resolve());
  });
  return {
    read: () => ({ first, exitCode: numberIn(text, 'exit-code') }),
    ended,
    stop: () => void from.destroy(),
  };
}

function numberIn(text: string, name: string): number | undefined {
  const found = new RegExp(`"${name}": (\\d+)`).exec(text);
  return found === null ? undefined : Number(found[1]);
}

/**
 * Waits until the sandbox is empty. The first process becomes a zombie, or disappears, only after the kernel has killed
 * all others of its namespace, so this one is all there is to look at.
 */
export async function emptied(status: SandboxStatus, tag: string): Promise<void> {
  const { first } = status;
  const tags = new Set([tag]);
  const isAlive = (): boolean => {
    const seen = first === undefined ? undefined : seenProcess(first.pid);
    return seen !== undefined && !seen.dead && seen.start === first?.start && !isForeign(seen.pid, tags);
  };
  // Not seen at all: it was gone before we looked, or there never was one. The tag tells.
  if (first === undefined) return void (await endTree([{ tag, root: undefined }]));
  for (let look = 0; isAlive() && look < looks; look += 1) {
    if (isTagged(first.pid, tags)) kill(first.pid);
    await pause(look);
  }
}
