import { inTemporaryFolder } from '../../project/temporary-folder.ts';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import { redact } from '../../detect/index.ts';
import type { Ticket } from '../../model/epic.ts';
import { GauntletError } from '../../model/error.ts';
import type { Usage } from '../../model/usage.ts';
import { completeLimits, readTicket } from '../../plan/index.ts';
import type { AgentEnd } from '../../ports/agents.ts';
import type { Hub } from '../../ports/git.ts';
import { openProcesses } from '../../process/index.ts';
import { type Inputs, withheldBy } from '../../run/index.ts';
import { isAttended } from '../../project/person.ts';
import { readerIn } from '../../project/repository.ts';
import type { Repository } from '../run/begin.ts';
import { checkoutSecrets } from '../../project/checkout-secrets.ts';
import { type GivenInputs, readPlayers } from '../run/inputs.ts';
import { ids, openRoleAgents } from '../../project/open-ports.ts';
import { READABLE } from '../../project/put-below.ts';
import { draftTicket } from './draft-ticket.ts';
import type { DoCall } from './do-call.ts';
import { ALL_OF_IT, type Request } from './request.ts';

export type Drafted = Pick<Request, 'criteria'> & Pick<Ticket, 'touches'>;

type About = {
  readonly request: Request;
  readonly repository: Repository;
  readonly hub: Pick<Hub, 'file'>;
};

/** Lets an agent draft criteria and a person confirm them; undefined: nobody can, or there is no usable draft. */
export async function draftCriteria(
  call: DoCall,
  given: GivenInputs,
  about: About,
): Promise<Drafted | undefined> {
  const isAsked = isAttended(call);
  if (call.options.dryRun === true || !(isAsked || call.options.yes === true)) return undefined;
  const cast = await readPlayers(given, about.hub);
  call.io.say('drafting acceptance criteria (give your own with --criterion)');
  const ticket = await drafted(call, given, cast, about);
  const criteria = ticket?.acceptance.map(({ text, verify }) => ({
    text,
    ...(verify === null ? {} : { verify: typeof verify === 'string' ? verify : verify.join(' ') }),
  }));
  const shown = (criteria ?? [{ text: ALL_OF_IT }]).map(
    ({ text, verify }, index) =>
      `  ${index + 1}. ${text}${verify === undefined ? '' : `  [runs: ${verify}]`}`,
  );
  const touches = ticket?.touches ?? [];
  if (touches.length > 0) shown.push(`  may change: ${touches.join(', ')}`);
  for (const line of ['criteria:', ...shown]) call.io.say(line);
  const isTaken = call.options.yes === true || (await call.io.ask('Start with these? [Y/n] '));
  if (!isTaken)
    throw new GauntletError('USAGE_INVALID', 'nothing was started: you did not accept the criteria', {
      hint: 'Give your own: gauntlet do … --criterion "…"',
    });
  return criteria === undefined ? undefined : { criteria, touches };
}

async function drafted(
  call: DoCall,
  given: GivenInputs,
  cast: Inputs['cast'],
  about: About,
): Promise<Ticket | undefined> {
  const { epic, config } = given;
  const withheld = withheldBy(config.privacy.deny);
  const paths = await about.repository.peek.paths(given.base.commit);
  try {
    const { ticket, complaints } = await inTemporaryFolder('do', async (folder) =>
      draftTicket({
        input: {
          request: about.request.text,
          paths: paths.filter((path) => withheld?.has(path) !== true),
        },
        delimiter: () => ids.word(24),
        read: (text) =>
          readTicket({
            file: 'draft',
            text,
            epic,
            replaces: epic.id,
            readFile: readerIn(about.repository.top),
          }),
        ask: await askerIn(folder, call, { given, cast, about }),
      }),
    );
    if (ticket === undefined)
      call.io.say(`note: no usable draft: ${complaints[0]?.message ?? 'it has errors'}`);
    return ticket;
  } catch (error) {
    if (!(error instanceof GauntletError) || error.code === 'BUG') throw error;
    call.io.say(`note: ${error.message}`);
    return undefined;
  }
}

type Asking = { readonly given: GivenInputs; readonly cast: Inputs['cast']; readonly about: About };
type Ask = (prompt: string, round: number) => Promise<AgentEnd>;

/** The reviewer, in an empty folder: the prompt says all that it may know of the repository. */
async function askerIn(folder: string, { io }: DoCall, { given, cast, about }: Asking): Promise<Ask> {
  const { config, configFolder, epic } = given;
  const { reviewer } = cast;
  if (reviewer === undefined) throw new GauntletError('BUG', 'no reviewer although all roles have an agent');
  const processes = await openProcesses({ stateFolder: folder, discreet: redact });
  const alone = { ...config, review: { ...config.review, criticsBy: [] } };
  const agents = await openRoleAgents(processes, { cast: { reviewer }, config: alone, configFolder }, io);
  const limits = completeLimits(config.limits, epic.limits);
  const { top, state } = about.repository;
  const hidden = [state, join(top, READABLE), ...checkoutSecrets(top)];
  return async (prompt, round) =>
    agents.call({
      role: 'reviewer',
      auditor: null,
      epic: '',
      ticket: '',
      attempt: 0,
      try: 0,
      round,
      clarification: 0,
      prompt,
      token: null,
      settings: reviewer.settings,
      cwd: await mkdtemp(join(folder, 'desk-')),
      folder: await mkdtemp(join(folder, 'run-')),
      readOnly: true,
      visible: [],
      hidden,
      env: {},
      timeout: reviewer.settings.timeout ?? limits.agentTimeout,
      stall: limits.stall,
      session: null,
      mayGoOn: ({ usd }: Usage) => limits.budgetUsd === null || (usd ?? 0) < limits.budgetUsd,
    });
}
