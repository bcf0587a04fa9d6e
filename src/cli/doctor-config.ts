import fs from 'node:fs';
import { join } from 'node:path';

import { compare } from '../git/index.ts';
import type { Config } from '../model/config.ts';
import { readConfig } from '../plan/index.ts';
import { count } from '../report/index.ts';
import { committedFile } from './committed-file.ts';
import { configOrigin } from './config-origin.ts';
import type { Diagnosis } from './diagnosis.ts';

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

function configCheck(text: string | undefined): {
  readonly config: Config | undefined;
  readonly found: Diagnosis;
} {
  const read = readConfig({ file: CONFIG, text });
  if (read.ok) {
    const said = text === undefined ? 'no gauntlet.yaml, using defaults' : 'gauntlet.yaml is valid';
    return {
      config: read.value,
      found: { what: 'configuration', state: text === undefined ? 'warning' : 'ok', said },
    };
  }
  const errors = read.complaints.filter(({ severity }) => severity === 'error');
  const said = `gauntlet.yaml has ${count(errors.length, 'error')}`;
  return {
    config: undefined,
    found: { what: 'configuration', state: 'missing', said, hint: 'gauntlet check gauntlet.yaml' },
  };
}
