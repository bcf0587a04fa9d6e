import fs from 'node:fs';
import { join } from 'node:path';

import { compare } from '../git/index.ts';
import type { Config } from '../model/config.ts';
import { GauntletError } from '../model/error.ts';
import { readConfig } from '../plan/index.ts';
import { count } from '../report/index.ts';
import { committedFile } from './committed-file.ts';
import { configOrigin } from './config-origin.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { Io } from './io.ts';
import { detect } from './init-detect.ts';
import { readInput } from './read-input.ts';
import type { RepositoryPlace } from './state-folder.ts';

/** The configuration that will be used is judged; where the work tree has another one, both are shown (REAL-06). */
export async function configChecks(
  top: string,
): Promise<{ readonly config: Config | undefined; readonly found: Diagnosis[] }> {
  const file = join(top, CONFIG);
  const here = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
  const base = await committedFile(top, await baseName(top), CONFIG);
  const used = base?.text === undefined ? 'here' : 'base';
  const origin = configOrigin({ file: CONFIG, base, here, used });
  const judged = configCheck(used === 'base' ? base?.text : here);
  if (!origin.differs || origin.note === null) return { config: judged.config, found: [judged.found] };
  const where = origin.commit === null ? '' : ` at ${base?.ref ?? ''} (${origin.commit.slice(0, 7)})`;
  const said = `${judged.found.said}${where}: this one will be used`;
  const other = used === 'base' ? [{ ...configCheck(here).found, what: 'work tree' }] : [];
  return {
    config: judged.config,
    found: [
      { ...judged.found, said },
      ...other.map(({ what, said: words }): Diagnosis => ({
        what,
        state: 'warning',
        said: here === undefined ? 'no gauntlet.yaml here' : `${words}, but the base version is used`,
        hint: 'Commit it on the base, or name it: --config gauntlet.yaml',
      })),
    ],
  };
}

/** The configuration that was named is judged alone. */
export async function namedConfig(
  file: string,
  io: Io,
): Promise<{ readonly config: Config | undefined; readonly found: Diagnosis[] }> {
  try {
    const { config, found } = configCheck((await readInput(file, io)).text, file);
    return { config, found: [found] };
  } catch (error) {
    if (!(error instanceof GauntletError)) throw error;
    const { message: said, hint } = error;
    const found: Diagnosis = { what: 'configuration', state: 'missing', said };
    return { config: undefined, found: [hint === undefined ? found : { ...found, hint }] };
  }
}

/** What a review of the checkout would compare with; the last commit where nothing can be found. */
async function baseName(top: string): Promise<string> {
  try {
    const comparison = await compare(top, { head: null, base: null, part: 'commits' });
    comparison.close();
    const { compared } = comparison;
    return compared.base.found;
  } catch {
    return 'HEAD';
  }
}

const CONFIG = 'gauntlet.yaml';

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
