import { resolve } from 'node:path';

import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import { readConfig } from '../../plan/index.ts';
import { count } from '../../report/index.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Caller } from '../../project/call.ts';
import { detect } from '../detect/init-detect.ts';
import { CONFIG, configForCheckout, labelOf } from '../../project/settings/judging-config.ts';
import { readInput } from '../../project/read-input.ts';
import { findRepository, type RepositoryPlace } from '../../project/state-folder.ts';

export type Configured = {
  /** undefined: it cannot be used. */
  readonly config: Config | undefined;
  /** What its paths are relative to. */
  readonly folder: string;
  readonly found: Diagnosis[];
};

/** The configuration that was named, else the one that would judge here. */
export async function configured(io: Caller, named: string | undefined): Promise<Configured> {
  const folder = named === undefined ? (findRepository(io.cwd)?.top ?? io.cwd) : resolve(io.cwd, named, '..');
  try {
    return { folder, ...(await (named === undefined ? configChecks(folder) : namedConfig(named, io))) };
  } catch (error) {
    if (!(error instanceof GauntletError)) throw error;
    const { message: said, hint } = error;
    const found: Diagnosis = { what: 'configuration', state: 'missing', said };
    return { config: undefined, folder, found: [hint === undefined ? found : { ...found, hint }] };
  }
}

/** The one that judges the branch that is checked out; where another one is near, which, and why (REAL-06). */
async function configChecks(top: string): Promise<Omit<Configured, 'folder'>> {
  const judging = await configForCheckout(top);
  const { used, text, origin } = judging;
  const { config, found } = configCheck(text, labelOf(judging));
  if (origin.note === null) return { config, found: [found] };
  const said = `${found.said}${used === 'place' ? ': this one will be used' : ''}`;
  return {
    config,
    found: [
      { ...found, said },
      { what: 'other version', state: 'warning', said: origin.note },
    ],
  };
}

async function namedConfig(file: string, io: Caller): Promise<Omit<Configured, 'folder'>> {
  const { config, found } = configCheck((await readInput(file, io)).text, file);
  return { config, found: [found] };
}

function configCheck(
  text: string | undefined,
  file = CONFIG,
): {
  readonly config: Config | undefined;
  readonly found: Diagnosis;
} {
  const read = readConfig({ file, text });
  if (read.ok) {
    const said = text === undefined ? 'no gauntlet.yaml, using defaults' : `${file} is valid`;
    return {
      config: read.value,
      found: { what: 'configuration', state: text === undefined ? 'warning' : 'ok', said },
    };
  }
  const errors = read.complaints.filter(({ severity }) => severity === 'error');
  const said = `${file} has ${count(errors.length, 'error')}`;
  return {
    config: undefined,
    found: { what: 'configuration', state: 'missing', said, hint: `gauntlet check ${file}` },
  };
}

/** Here their settings were only read: running them takes as long as they do. */
const NOT_TRIED = ' (not tried: gauntlet doctor --checks)';

/** The setup and the checks of a configuration; where there are no checks, those that `init` would find. */
export function setupCheck(
  { setup, verify }: Config,
  { areTried, place }: { readonly areTried: boolean; readonly place: RepositoryPlace | undefined },
): Diagnosis[] {
  const note = areTried ? '' : NOT_TRIED;
  const links = setup?.link.map((path) => `links ${path}`) ?? [];
  const runs = setup?.run.map((each) => (typeof each === 'string' ? each : each.join(' '))) ?? [];
  const lines = [...runs, ...links];
  const there = place === undefined ? [] : detect(place).checks.map(({ run }) => run);
  const none: Diagnosis = {
    what: 'checks',
    state: 'warning',
    said: `no checks configured: an epic without checks of its own would test nothing${there.length === 0 ? '' : `; found here: ${there.join(', ')}`}`,
    hint:
      there.length === 0
        ? 'Name them under verify: in gauntlet.yaml.'
        : 'Configure them: gauntlet init (or verify: in gauntlet.yaml).',
  };
  return [
    {
      what: 'setup',
      state: 'ok',
      said: lines.length === 0 ? 'none: workspaces are used as they are' : `${lines.join('; ')}${note}`,
    },
    verify.length === 0
      ? none
      : {
          what: 'checks',
          state: 'ok',
          said: `${verify.map(({ id }) => id).join(', ')}${note}`,
        },
  ];
}
