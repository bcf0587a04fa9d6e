import { GauntletError } from '../model/error.ts';

/** What the file system says about a file of ours, in our words. */
export function diskError(error: unknown, what: string): unknown {
  if (error instanceof GauntletError || !(error instanceof Error) || !('code' in error)) return error;
  const full = error.code === 'ENOSPC' || error.code === 'EDQUOT';
  const hint = full
    ? 'Free some space on that disk and resume: the events recorded before are intact.'
    : 'Check the disk and the permissions of that folder, then resume.';
  return new GauntletError('ENVIRONMENT_UNFIT', `${what}: ${error.message}`, { hint, cause: error });
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
