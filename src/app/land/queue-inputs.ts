import { adopting } from '../../model/epic.ts';
import { GauntletError } from '../../model/error.ts';
import type { Hub } from '../../ports/git.ts';
import { planOf } from '../../plan/index.ts';
import type { Inputs } from '../../run/index.ts';
import { shownBy, withConfigured, withoutAudit } from '../do/request-inputs.ts';
import { type GivenInputs, namedPlayers, type RepositoryAccess, readGiven } from '../run/inputs.ts';
import type { IncomingBranch, Target } from './incoming-branch.ts';
import type { LandCall } from './land-call.ts';
import { ticketFor, type TicketHow, ticketName } from './queue.ts';

type Queued = {
  readonly id: string;
  readonly target: Target;
  readonly base: string;
  readonly all: readonly IncomingBranch[];
  readonly how: TicketHow;
};

/** A run's inputs: one ticket for each branch, whose work exists already. The same reader checks it as an epic file. */
export async function givenByBranches(
  call: LandCall,
  place: RepositoryAccess,
  { id, target, base, all, how }: Queued,
): Promise<GivenInputs> {
  const names = new Set<string>();
  const adopted = all.map((brought) => {
    const name = ticketName(brought.branch, names);
    names.add(name);
    return { brought, ticket: ticketFor(name, brought, how) };
  });
  const read = (more: object): Promise<GivenInputs> => {
    const title = `Branches for ${target.onto}`;
    const tickets = adopted.map(({ ticket }) => ticket);
    const text = JSON.stringify({ version: 1, epic: id, title, base, tickets, ...more });
    return readGiven(call, { name: `gauntlet land (${id})`, text }, place);
  };
  const plain = await read({});
  const given =
    plain.configHash === null ? withConfigured(await read(shownChecks(call, plain.base.commit))) : plain;
  refuseWithoutChecks(given);
  const tickets = given.epic.tickets.map((ticket, index) => {
    const brought = adopted[index]?.brought;
    return brought === undefined ? ticket : adopting(ticket, brought);
  });
  // Nobody asked for an audit of what is there.
  return withoutAudit({
    ...given,
    base: { ...given.base, ref: target.onto },
    epic: { ...given.epic, tickets, queue: { onto: target.onto, push: call.options.push === true } },
  });
}

/** Without gauntlet.yaml: the install and the checks that the target shows. */
function shownChecks(call: LandCall, base: string): object {
  const { setup, verify = [] } = shownBy({ ...call, options: {} }, base);
  return {
    ...(typeof setup === 'string' ? { setup: { run: [setup] } } : {}),
    verify: verify.map((run) => ({ id: run, run })),
  };
}

function refuseWithoutChecks({ epic, config }: GivenInputs): void {
  if (planOf(epic, config).verify.length > 0) return;
  throw new GauntletError('CONFIG_INVALID', 'no checks are configured: nothing would be tested', {
    hint: 'Run gauntlet init, or write `verify` into gauntlet.yaml and commit it.',
  });
}

/** Only a critic may be needed, and only where a review was asked for. */
export async function playersFor(
  isReviewed: boolean,
  given: GivenInputs,
  hub: Pick<Hub, 'file'>,
): Promise<Inputs['cast']> {
  const { critic } = isReviewed ? await namedPlayers(given, hub) : {};
  if (critic !== undefined) return { critic };
  if (!isReviewed) return {};
  throw new GauntletError('CONFIG_INVALID', 'no agent is configured for the critic', {
    hint: 'Run gauntlet init to add one to gauntlet.yaml, or name one: --agent claude.',
  });
}
