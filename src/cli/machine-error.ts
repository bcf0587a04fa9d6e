import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { errorMessage, GauntletError, isIncomplete } from '../model/error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'a file or folder cannot be accessed',
  EPERM: 'the system refused an operation',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reported an error',
};

/** On a read-only disk, and below a folder that is not there, Node says of a new folder that it does not exist. */
const makesFolders: readonly unknown[] = ['mkdir', 'mkdtemp'];

/** What the machine refuses is no mistake of ours; undefined for everything else. */
export function machineError(error: unknown): GauntletError | undefined {
  if (isIncomplete(error))
    return new GauntletError('ENVIRONMENT_UNFIT', `part of gauntlet is missing: ${errorMessage(error)}`, {
      hint: 'Install gauntlet again, then continue with gauntlet resume.',
      cause: error,
    });
  if (!(error instanceof Error) || !('code' in error && 'syscall' in error)) return undefined;
  // A file that was opened before has no path any more: where the result goes to, for one.
  if (!('path' in error) && error.syscall !== 'write') return undefined;
  const isNoFolder = error.code === 'ENOENT' && makesFolders.includes(error.syscall);
  const reason = isNoFolder ? 'the folder cannot be created' : reasons[String(error.code)];
  if (reason === undefined) return undefined;
  const isTemporary = error.message.includes(join(tmpdir(), 'gauntlet-'));
  return new GauntletError('ENVIRONMENT_UNFIT', `${reason}: ${error.message}`, {
    hint: isTemporary
      ? 'Temporary folders are made there: point TMPDIR at a folder that can be written, with space left.'
      : 'Check the permissions of that folder and the space on the disk.',
    cause: error,
  });
}
