import { syncBase } from '../../../run/index.ts';
import { clusterFlags } from '../../cluster-flags.ts';
import { cliCommand } from '../../command.ts';
import { answerSynced, tipPorts, withEpic } from '../../../app/run/with-open-epic.ts';
import { personOf } from '../../../project/person.ts';

/** Keeps the epic branch up with a base that moves on. */
export const sync = cliCommand({
  name: 'sync',
  summary: 'merge new commits of the base into the epic branch, if the checks pass',
  options: [
    ...clusterFlags,
    ['--base <ref>', 'the commit to merge (default: the base of the run)'],
    ['--epic <id>', 'the epic (default: that of the latest unfinished run)'],
  ],
  run: (call) =>
    withEpic(call, async (at) => {
      const ref = call.options.base ?? at.inputs.base.ref;
      const moved = await syncBase(await tipPorts(at), at.recalled.state, { ref, by: personOf(call.io) });
      return answerSynced(moved, `sync with ${ref}`, {
        epic: at.inputs.epic.id,
        base: ref,
        onto: at.inputs.base.ref,
        branch: (await at.opened.ports.lander.branch()).name,
      });
    }),
});
