import { syncBase } from '../../flow/index.ts';
import { clusterFlags } from '../cluster/address.ts';
import { textOption } from '../command.ts';
import type { CliCommand } from '../command.ts';
import { sayMoved, tipPorts, withEpic } from '../run/by-hand.ts';
import { personOf } from '../person.ts';

/** Keeps the epic branch up with a base that moves on. */
export const sync: CliCommand = {
  name: 'sync',
  summary: 'merge what has happened on the base into the epic branch, through the checks',
  define(command) {
    clusterFlags(command);
    command
      .option('--base <ref>', 'what to merge, instead of the base the run was started from')
      .option('--epic <id>', 'the epic; the one that ran last when left out');
  },
  run: (call) =>
    withEpic(call, async (at) => {
      const ref = textOption(call, 'base') ?? at.inputs.base.ref;
      const moved = await syncBase(await tipPorts(at), at.recalled.state, { ref, by: personOf(call.io) });
      return sayMoved(call, moved, `sync with ${ref}`);
    }),
};
