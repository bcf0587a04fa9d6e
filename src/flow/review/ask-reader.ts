import type { Section } from '../../dispatch/index.ts';
import type { Assigned } from '../../review/index.ts';
import { placesFor } from '../privacy.ts';
import type { Cast } from '../site.ts';
import { askAgent, type Said } from './ask.ts';
import type { Desk } from './desk.ts';

export type Reading = {
  readonly cast: Cast;
  readonly sections: (token: string | null) => readonly Section[];
};

/** Asks an agent that may only read: the export of a commit, which must be the same afterwards, as must the branch. */
export async function askReader(
  desk: Desk,
  at: Assigned,
  reading: Reading,
  cancel: AbortSignal,
): Promise<Said> {
  const workspaces = placesFor(desk.ports.workspaces, desk.inputs.config);
  const letGo = workspaces.holdExport(at.commit);
  try {
    const cwd = await workspaces.export(at.commit);
    const before = await workspaces.standing('branch');
    const proof = async (): Promise<readonly string[]> => {
      const tree = await workspaces.proveExport(at.commit);
      const after = await workspaces.standing('branch');
      const names = new Set([...Object.keys(before), ...Object.keys(after)]);
      const moved = [...names].filter((name) => before[name] !== after[name]);
      return [...tree, ...moved.map((name) => `${name} was changed during the review`)];
    };
    const { visible, hidden } = workspaces.forAgents;
    return await askAgent(
      desk,
      at,
      { ...reading, proof, cwd, readOnly: true, visible, hidden, env: {} },
      cancel,
    );
  } finally {
    letGo();
  }
}
