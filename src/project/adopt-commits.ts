import type { Comparison, Repository } from '../git/index.ts';

/** Both sides into the hub: from there they are judged, whatever the user does meanwhile. */
export async function adoptCommits(repository: Repository, { compared, objects }: Comparison): Promise<void> {
  const hub = await repository.hub();
  await hub.adopt(compared.from);
  if (objects === null) await hub.adopt(compared.head);
  else await repository.adoptFrom(objects, compared.head, compared.commit);
}
