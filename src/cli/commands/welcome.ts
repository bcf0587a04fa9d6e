import { extname } from 'node:path';

import { installedPrograms } from '../../agents/index.ts';
import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import { count, runWord } from '../../report/index.ts';
import { cliCommand } from '../command.ts';
import { git } from '../../project/committed-file.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { detect, type DetectedProject } from '../../inspect/detect/init-detect.ts';
import { CONFIG, configForCheckout, validConfig } from '../../project/settings/judging-config.ts';
import { isHeld } from '../../project/lease-holder.ts';
import { runOf } from '../../project/kept/read-run.ts';
import { clean } from '../say-error.ts';
import { epicRunsAt } from '../../project/kept/choose-run.ts';
import { type EpicPlace, findRepository, type RepositoryPlace } from '../../project/state-folder.ts';

/** `gauntlet` alone: what it found in this repository, and the one next command (FIRST-01). It only reads. */
export const welcome = cliCommand({
  name: 'welcome',
  summary: 'show what was found in this repository, and the next command',
  async run({ io }) {
    const place = findRepository(io.cwd);
    if (place === undefined)
      throw new GauntletError('ENVIRONMENT_UNFIT', `there is no git repository at ${io.cwd}`, {
        hint: 'Run gauntlet inside a repository. gauntlet demo shows it at work, gauntlet help lists the commands.',
      });
    const found = detect(place);
    const { config, settings } = await configIn(place.top);
    const isConfigured = settings !== NONE;
    const agents = [...namedAgents(config), ...installedPrograms(io.env)];
    const files = (await git(place.top, ['ls-files', '-z']))?.split('\0') ?? [];
    const [next, why] = await nextFor(place, found, { isConfigured, hasAgent: agents.length > 0 });
    const lines = [
      place.top,
      `  languages  ${languagesOf(files) || 'none found'}`,
      `  checks     ${checksWords(found, config)}`,
      `  agents     ${agents.join(', ') || 'none found (review and audit need none)'}`,
      `  base       ${found.base}`,
      `  settings   ${settings}`,
      '',
      `next:  ${next}   ${why}`,
      'more:  gauntlet help',
    ];
    io.stdout.write(lines.map((line) => clean(line)).join(''));
    return exitCodes.passed;
  },
});

type Known = { readonly isConfigured: boolean; readonly hasAgent: boolean };

async function nextFor(
  place: RepositoryPlace,
  { base }: DetectedProject,
  known: Known,
): Promise<readonly string[]> {
  const [last] = epicRunsAt(place);
  const open = last === undefined ? undefined : await afterRun(place, last.place, base);
  if (open !== undefined) return open;
  if ((await git(place.top, ['rev-parse', '--verify', '--quiet', 'HEAD'])) === undefined)
    return ['git commit', 'there are no commits yet'];
  const changed = await git(place.top, ['diff', '--quiet', `${base}...HEAD`]);
  const uncommitted = await git(place.top, ['status', '--porcelain']);
  if (uncommitted !== undefined && uncommitted !== '' && changed !== undefined)
    return ['gauntlet review --uncommitted --no-agents', 'findings in your changes, without a model'];
  if (changed === undefined)
    return ['gauntlet review --no-agents', 'findings on this branch, without a model'];
  if (!known.hasAgent) return ['gauntlet audit', 'findings in the whole repository, without a model'];
  if (!known.isConfigured) return ['gauntlet init', 'writes gauntlet.yaml for the agents and checks above'];
  return ['gauntlet do "…"', 'runs one request through the gate'];
}

/** The next command of the last run; undefined once its result is merged. */
async function afterRun(
  place: RepositoryPlace,
  epic: EpicPlace,
  base: string,
): Promise<readonly string[] | undefined> {
  const { state } = runOf(epic);
  const word = runWord(state, isHeld(epic));
  const isMerged = (await git(place.top, ['merge-base', '--is-ancestor', state.tip, base])) !== undefined;
  if (word === 'completed' && isMerged) return undefined;
  const about = `${epic.id}: ${word}`;
  if (state.asking.size > 0) return [`gauntlet decide --epic ${epic.id}`, about];
  if (word === 'running' || word === 'failed' || word === 'partial')
    return [`gauntlet status ${epic.id}`, about];
  return [`gauntlet ${word === 'completed' ? 'merge' : 'resume'} ${epic.id}`, about];
}

/** The checks of gauntlet.yaml; without one, those that the repository shows. */
function checksWords({ checks }: DetectedProject, config: Config | undefined): string {
  if (config !== undefined) return config.verify.map(({ id }) => id).join(', ') || 'none configured';
  const runs = checks.map(({ run }) => run).join(', ');
  return runs === '' ? 'none found' : `${runs} (found; gauntlet init configures them)`;
}

const NONE = 'no gauntlet.yaml';

/** What would judge the branch that is checked out; no configuration where there is none, or it cannot be used. */
async function configIn(
  top: string,
): Promise<{ readonly config: Config | undefined; readonly settings: string }> {
  try {
    const judging = await configForCheckout(top);
    if (judging.text === undefined) return { config: undefined, settings: NONE };
    const { note } = judging.origin;
    return { config: validConfig(judging), settings: note ?? CONFIG };
  } catch (error) {
    if (!(error instanceof GauntletError)) throw error;
    return { config: undefined, settings: `${CONFIG} cannot be used: gauntlet doctor says why` };
  }
}

/** Agents of gauntlet.yaml, also those that no other machine would find. */
function namedAgents(config: Config | undefined): readonly string[] {
  const named = Object.values(config?.agents ?? {});
  return named.some((agent) => agent?.use === 'command' || agent?.use === 'api')
    ? ['from gauntlet.yaml']
    : [];
}

const LANGUAGES: Readonly<Record<string, string>> = {
  '.ts': 'TypeScript',
  '.tsx': 'TypeScript',
  '.mts': 'TypeScript',
  '.js': 'JavaScript',
  '.jsx': 'JavaScript',
  '.mjs': 'JavaScript',
  '.cjs': 'JavaScript',
  '.py': 'Python',
  '.go': 'Go',
  '.rs': 'Rust',
  '.java': 'Java',
  '.kt': 'Kotlin',
  '.cs': 'C#',
  '.rb': 'Ruby',
  '.php': 'PHP',
};
const MOST_LANGUAGES = 3;

function languagesOf(files: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const file of files) {
    const language = LANGUAGES[extname(file)];
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_LANGUAGES)
    .map(([name, many]) => `${name} (${count(many, 'file')})`)
    .join(', ');
}
