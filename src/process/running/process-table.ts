import { readdirSync, readFileSync } from 'node:fs';

/** One process of this machine, as the kernel shows it. */
export type ProcessEntry = {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks since the machine was started; with the pid it names one process for ever. */
  readonly start: string;
  readonly dead: boolean;
};

/**
 * The name of the variable that marks everything that belongs to one run. systemd gives one of this name and form to every
 * service and session, so a process cannot tell the gate by it (EVID-06).
 */
export const tagName = 'INVOCATION_ID';

export function seenProcess(pid: number): ProcessEntry | undefined {
  const stat = readProc(`${pid}/stat`);
  return stat === undefined ? undefined : parseStat(stat);
}

/** Everything that runs; empty where there is no /proc. */
export function seenProcesses(): readonly ProcessEntry[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => seenProcess(Number(name)) ?? []);
  } catch {
    return [];
  }
}

/** Whether a process was started with one of these marks in its environment. */
export function isTagged(pid: number, tags: ReadonlySet<string>): boolean {
  const environ = readProc(`${pid}/environ`);
  if (environ === undefined) return false;
  return environ.split('\0').some((each) => {
    return each.startsWith(`${tagName}=`) && tags.has(each.slice(tagName.length + 1));
  });
}

/** Whether a process certainly was started without these marks. One that is about to end shows nothing any more. */
export function isForeign(pid: number, tags: ReadonlySet<string>): boolean {
  const environ = readProc(`${pid}/environ`);
  return environ !== undefined && environ !== '' && !isTagged(pid, tags);
}

/** Changes with every start of the machine: process numbers and start times mean nothing across it. */
export function bootOf(): string {
  return readProc('sys/kernel/random/boot_id')?.trim() ?? '';
}

/** `pid (name) state ppid pgrp session … starttime`; the name may hold spaces and parentheses. */
export function parseStat(stat: string): ProcessEntry | undefined {
  const nameEnd = stat.lastIndexOf(')');
  const fields = stat.slice(nameEnd + 2).split(' ');
  const [state, parent, group, session] = fields;
  const start = fields[19];
  const pid = Number.parseInt(stat, 10);
  if (nameEnd === -1 || start === undefined || !Number.isInteger(pid)) return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    start: start.trim(),
    dead: state === 'Z' || state === 'X',
  };
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, 'latin1');
  } catch {
    return undefined;
  }
}
