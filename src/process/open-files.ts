import { readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;

/** Numbers of the files this process has open; none where the system does not tell. */
export function openFiles(): readonly number[] {
  try {
    return readdirSync('/proc/self/fdinfo').map(Number);
  } catch {
    return [];
  }
}

/** Whether whoever is started gets a file of this number. Not one that was closed meanwhile: others open and close theirs. */
export function isHandedOn(number: number): boolean {
  try {
    const told = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, 'utf8'))?.[1];
    return told !== undefined && (Number.parseInt(told, 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}
