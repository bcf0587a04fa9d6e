/** Ticket, epic, milestone and criterion ids: safe in a ref, a path, a shell and a log line. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Why an id cannot be used, or undefined when it can (DISPATCH-13). */
export function idProblem(id: string): string | undefined {
  if (!ID.test(id))
    return 'must start with a letter or digit and have at most 64 letters, digits, ".", "_" or "-"';
  if (id.endsWith('.lock')) return 'must not end in ".lock" (git reserves it)';
  if (id.endsWith('.')) return 'must not end in "." (git refuses such a branch)';
  if (id.includes('..')) return 'must not contain ".." (git refuses such a branch)';
  return undefined;
}
