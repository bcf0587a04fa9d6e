import { join } from 'node:path';

import type { Repository } from '../git/index.ts';

/** Where the state of one epic lies. */
export function epicFolder(repository: Pick<Repository, 'state'>, epic: string): string {
  return join(repository.state, 'epics', epic);
}

export function journalFile(folder: string): string {
  return join(folder, 'journal.db');
}
