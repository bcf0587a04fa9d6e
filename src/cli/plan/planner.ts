import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openAgents, readCast } from '../../agents/index.ts';
import { redact } from '../../detect/index.ts';
import { withheldBy } from '../../flow/index.ts';
import type { Repository } from '../../git/index.ts';
import type { AgentEnd, Agents } from '../../ports/agents.ts';
import type { Usage } from '../../model/usage.ts';
import type { AgentSettings, Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import { completeLimits, readConfig } from '../../plan/index.ts';
import { openProcesses } from '../../process/index.ts';
import type { Call } from '../command.ts';
import { notesOf } from '../config-origin.ts';
import { checkoutSecrets } from '../run/checkout-secrets.ts';
import { agentFlag, findConfig, refuse } from '../run/inputs.ts';
import { refuseFarModels } from '../run/privacy.ts';
import { READABLE } from '../run/readable.ts';
import { clean } from '../say-error.ts';

/** Who plans: the reviewer of the configuration, who reads and changes nothing. */
export type Planner = {
  readonly settings: AgentSettings;
  readonly config: Config;
  readonly configFolder: string;
  /** Paths at the base that agents may know of. */
  readonly paths: readonly string[];
  /** Files that no agent may see. */
  withholds(path: string): boolean;
};

export async function plannerAt(call: Call, repository: Repository): Promise<Planner> {
  const { top, peek } = repository;
  const base = { ref: 'HEAD', ...(await peek.adopt('HEAD')) };
  const { commit } = base;
  const found = await findConfig(call, { top, hub: peek }, base);
  for (const note of notesOf(found.origin)) call.io.stderr.write(clean(`note: ${note}`));
  const read = readConfig({ file: found.file, text: found.text });
  refuse(read.complaints, read.ok);
  if (!read.ok) throw new GauntletError('BUG', 'complaints were not refused');
  const config = read.value;
  const cast = await readCast({
    agents: config.agents,
    flag: agentFlag(config, call),
    readAtBase: async (path) => text(await peek.file(commit, path)),
  });
  if (!cast.ok) throw new GauntletError('CONFIG_INVALID', `nobody was asked:\n${cast.complaints.join('\n')}`);
  const player = cast.cast.reviewer;
  if (player === undefined)
    throw new GauntletError('CONFIG_INVALID', 'gauntlet.yaml names no agent that could draft an epic', {
      hint: 'Add one: agents: { default: { use: claude } }, or name one with --agent.',
    });
  refuseFarModels({ cast: { reviewer: player }, config }, 'enforced');
  const withheld = withheldBy(config.privacy.deny);
  const withholds = (path: string): boolean => withheld?.has(path) === true;
  const paths = (await peek.paths(commit)).filter((path) => !withholds(path));
  return { settings: player.settings, config, configFolder: found.folder, paths, withholds };
}

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

type Ask = (prompt: string, round: number) => Promise<AgentEnd>;

/** In an empty folder of its own: what it knows of the repository stands in the prompt. */
export async function withPlanner<T>(
  {
    planner,
    repository,
    call,
    cancel,
  }: { planner: Planner; repository: Repository; call: Call; cancel: AbortSignal },
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const { settings, config, configFolder } = planner;
  const folder = await mkdtemp(join(tmpdir(), 'gauntlet-plan-'));
  try {
    const processes = await openProcesses({ stateFolder: folder, discreet: redact });
    refuseFarModels({ cast: {}, config }, processes.enforcement);
    const agents = await openAgents({ processes, settings: [settings], configFolder, env: call.io.env });
    const problem = await agents.problem(settings);
    if (problem !== undefined)
      throw new GauntletError('ENVIRONMENT_UNFIT', `the agent cannot be started: ${problem}`, {
        hint: 'gauntlet doctor shows which agent each role uses and where that is set.',
      });
    return await work(askerOf(agents, { planner, repository, folder, cancel }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Asking = {
  readonly planner: Planner;
  readonly repository: Repository;
  readonly folder: string;
  readonly cancel: AbortSignal;
};

function askerOf(agents: Agents, { planner, repository, folder, cancel }: Asking): Ask {
  const { settings, config } = planner;
  const limits = completeLimits(config.limits, {});
  const { top, state } = repository;
  const hidden = [state, join(top, READABLE), ...checkoutSecrets(top)];
  let spent = 0;
  return async (prompt, round) => {
    const before = spent;
    const call = {
      ...({
        role: 'reviewer',
        auditor: null,
        epic: '',
        ticket: '',
        attempt: 0,
        try: 0,
        round,
        clarification: 0,
      } as const),
      prompt,
      token: null,
      settings,
      cwd: await mkdtemp(join(folder, 'desk-')),
      folder: await mkdtemp(join(folder, 'run-')),
      readOnly: true,
      visible: [],
      hidden,
      env: {},
      timeout: settings.timeout ?? limits.agentTimeout,
      stall: limits.stall,
      session: null,
      mayGoOn: ({ usd }: Usage) => {
        spent = before + (usd ?? 0);
        return limits.budgetUsd === null || spent < limits.budgetUsd;
      },
    };
    return agents.call(call, cancel);
  };
}
