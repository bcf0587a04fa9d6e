import { keptAs } from '../../project/kept/records-at.ts';
import { endsAtOnce, type Inputs, policyOf, type FoldedJournal } from '../../run/index.ts';
import { GauntletError } from '../../model/error.ts';
import { planOf } from '../../plan/index.ts';
import { isAttended, personOf } from '../../project/person.ts';
import type { RunningCall } from './running-call.ts';
import type { Answer } from '../../project/answer.ts';
import { drive, type DriveMore } from './drive.ts';
import { notesOf } from '../../project/settings/judging-config.ts';
import { keptConfig } from '../../project/settings/judging-config.ts';
import { budgetFlags } from './inputs.ts';
import { refuseOpenForks } from '../../project/privacy.ts';
import { asksNoModel, type NamedAgent, openRoleAgents } from '../../project/open-ports.ts';
import type { OpenedRun } from './open-run.ts';

/** Goes on from where the journal stands, with what it was started with: files that changed since change nothing (P9). */
export async function goOn(
  call: RunningCall,
  opened: OpenedRun,
  recalled: FoldedJournal,
  more: DriveMore = {},
): Promise<Answer> {
  const { inputs: hash } = recalled;
  const inputs = hash === null ? undefined : await keptAs<Inputs | undefined>(opened.ports.records, hash);
  if (inputs === undefined) {
    throw new GauntletError('USAGE_INVALID', 'this epic has not been started', {
      hint: 'Start it with: gauntlet run <epic.yaml>',
    });
  }
  refuseOpenForks(recalled.state, opened.ports.processes);
  await opened.arrive?.(inputs, recalled.state.tip);
  const { programs, ...unpinned } = inputs;
  const isAccepting = call.options.acceptAgents === true;
  const { id } = inputs.epic;
  const wayOn = `Restore them, continue with what is there now: gauntlet resume ${id} --accept-agents, or put the run away: gauntlet cancel ${id}`;
  const players = { ...unpinned, ...(isAccepting ? {} : { programs }), wayOn };
  const agents = await openRoleAgents(
    opened.ports.processes,
    players,
    call.io,
    neededIn(call, opened, inputs, recalled),
  );
  const budget = budgetFlags(call);
  const { ports, repository } = opened;
  const configuration = keptConfig(ports.journal.read(), repository.top, inputs.epic.id);
  for (const note of notesOf(configuration)) call.io.say(`note: ${note}`);
  return drive({
    call,
    opened,
    inputs: isAccepting ? { ...inputs, programs: agents.files } : inputs,
    agents,
    ...(isAccepting ? { acceptedBy: personOf(call.io) } : {}),
    beginning: null,
    from: recalled,
    ...(configuration === null ? {} : { configuration }),
    ...(budget === undefined ? {} : { budget }),
    ...more,
  });
}

/** Agents that must be there: none for a run that only has to be brought to its end. */
function neededIn(
  call: RunningCall,
  { ports }: OpenedRun,
  { epic, config }: Inputs,
  recalled: FoldedJournal,
): ((named: NamedAgent) => boolean) | undefined {
  const policy = policyOf(planOf(epic, config), config, { cores: 1, people: isAttended(call) });
  if (endsAtOnce(recalled, policy)) return () => false;
  return ports.executor === undefined ? undefined : asksNoModel;
}
