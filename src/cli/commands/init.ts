import { inTemporaryFolder } from '../../project/temporary-folder.ts';
import fs from 'node:fs';
import { dirname, join } from 'node:path';

import { probeAgents } from '../../agents/index.ts';
import { sanitize } from '../../formats/index.ts';
import { errorMessage, GauntletError } from '../../model/error.ts';
import { readConfig, readEpic } from '../../plan/index.ts';
import { openProcesses } from '../../process/index.ts';
import { type CallWith, cliCommand } from '../command.ts';
import { askYesNo } from '../terminal/ask-yes-no.ts';
import type { OptionDefinition } from '../option-types.ts';
import { exitCodes } from '../../model/exit-codes.ts';
import { tryInWorkspace } from '../../inspect/doctor/doctor-try-checks.ts';
import { detect } from '../../inspect/detect/init-detect.ts';
import { configText, type FoundProject, type NewFile, newFiles } from '../../inspect/detect/init-files.ts';
import type { Io } from '../io.ts';
import { jsonText } from '../../project/json-text.ts';
import { clean } from '../say-error.ts';
import { repositoryAt } from '../../project/state-folder.ts';

const options = [
  ['-y, --yes', 'write without asking'],
  ['--dry-run', 'show the files, and write nothing'],
  ['--no-try', 'do not run the checks once in a workspace first'],
] as const satisfies readonly OptionDefinition[];

type InitCall = CallWith<typeof options>;

/** A configuration and a first epic, from what the repository shows. Nothing that exists is ever overwritten. */
export const init = cliCommand({
  name: 'init',
  summary: 'write a configuration and a sample epic that fit this repository',
  options,
  async run(call) {
    const place = repositoryAt(call.io.cwd);
    const dryRun = call.options.dryRun === true;
    const mayAsk = !dryRun && call.options.yes !== true;
    if (mayAsk && !call.io.stdout.isTty())
      throw new GauntletError('USAGE_INVALID', 'not a terminal: cannot ask for confirmation', {
        hint: 'Add -y to write the files, or --dry-run to see them.',
      });
    const isNew = !exists(join(place.top, 'gauntlet.yaml'));
    const shown = {
      ...detect(place),
      agents: await installedAgents(call.io),
      isInstalled: fs.existsSync(join(place.top, 'node_modules/gauntlet/schema')),
    };
    const found = dryRun || !call.options.try || !isNew ? shown : await withTriedChecks(call, shown);
    const files = newFiles(found);
    prove(files);
    const missing = files.filter(({ path }) => !exists(join(place.top, path)));
    const existing = files.filter((file) => !missing.includes(file)).map(({ path }) => path);
    const paths = missing.map(({ path }) => path);
    const tell = (lines: readonly string[]): void => {
      if (!call.json && lines.length > 0) call.io.stdout.write(clean(lines.join('\n')));
    };
    tell([...foundLines(found), ...existing.map((path) => `exists, not changed: ${path}`)]);
    if (dryRun || mayAsk) tell(missing.flatMap(({ path, text }) => ['', `--- ${path}`, text.trimEnd()]));
    const isWanted = !mayAsk || (await askYesNo(`Write ${paths.join(', ')}? [Y/n] `, call.io));
    const write = !dryRun && missing.length > 0 && isWanted;
    if (write) for (const file of missing) create(place.top, file);
    const [written, wouldWrite] = write ? [paths, []] : [[], paths];
    if (call.json) call.io.stdout.write(jsonText({ found, written, wouldWrite, existing }));
    tell(written.map((path) => `written: ${path}`));
    tell(wouldWrite.map((path) => `not written: ${path}`));
    if (write)
      tell([
        '',
        ...nextSteps(
          found,
          written.filter((path) => !path.startsWith('.gauntlet/')),
        ),
      ]);
    return exitCodes.passed;
  },
});

/** Runs and reviews read what is committed at the base; without an agent there is still much to look at. */
function nextSteps({ agents, setupProblem }: FoundProject, files: readonly string[]): readonly string[] {
  const commit = `git add ${files.join(' ')} && git commit -m "Add gauntlet"`;
  if (setupProblem !== undefined)
    return [
      'next:  fix setup in gauntlet.yaml, then: gauntlet doctor --checks (tries setup and checks again)',
      `       then commit it: ${commit}`,
    ];
  const then =
    agents.length === 0
      ? 'gauntlet audit   or, on a branch: gauntlet review --no-agents (neither needs an agent)'
      : 'gauntlet doctor && gauntlet do "…"';
  return files.length === 0 ? [`next:  ${then}`] : [`next:  ${commit}`, `then:  ${then}`];
}

const SETUP_FAILED = 'setup failed: ';

function oneLine(text: string): string {
  return sanitize(text, { singleLine: true, maxLength: 160 });
}

/** Keeps the checks that pass at HEAD; why the others do not is written beside them. */
async function withTriedChecks(call: InitCall, found: FoundProject): Promise<FoundProject> {
  const config = readConfig({ file: 'gauntlet.yaml', text: configText(found) });
  if (!config.ok || config.value.verify.length === 0) return found;
  try {
    const tried = await tryInWorkspace(call, config.value);
    const problems = found.checks.map(({ id }) => oneLine(tried.get(id) ?? ''));
    const [first = ''] = problems;
    if (first.startsWith(SETUP_FAILED) && problems.every((each) => each === first))
      return { ...found, setupProblem: first.slice(SETUP_FAILED.length) };
    const checks = found.checks.map((check, nth) => {
      const problem = problems[nth] ?? '';
      return problem === '' ? check : { ...check, problem };
    });
    return { ...found, checks };
  } catch (error) {
    if (!(error instanceof GauntletError)) throw error;
    call.io.say(`note: the checks were not tried: ${error.message}`);
    return found;
  }
}

/** How long one question to one agent may take. */
const DEADLINE = 10_000;

/** Asked in the sandbox, in a temporary folder that is removed again. */
async function installedAgents(io: Io): Promise<FoundProject['agents']> {
  return inTemporaryFolder('init', async (folder) => {
    const processes = await openProcesses({ stateFolder: folder });
    return await probeAgents({ processes, env: io.env, folder: join(folder, 'agents'), deadline: DEADLINE });
  });
}

/** Also a link that leads nowhere is something of the user's. */
function exists(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What we write must be right by our own rules; if it is not, that is our mistake and nothing is written. */
function prove(files: readonly NewFile[]): void {
  for (const { path, text } of files) {
    if (!path.endsWith('.yaml')) continue;
    const read = path.startsWith('epics/')
      ? readEpic({ file: path, text, readFile: () => undefined })
      : readConfig({ file: path, text });
    const error = read.complaints.find(({ severity }) => severity === 'error');
    if (error !== undefined) throw new GauntletError('BUG', `${path}:${error.line} ${error.message}`);
  }
}

function create(top: string, { path, text }: NewFile): void {
  try {
    fs.mkdirSync(dirname(join(top, path)), { recursive: true });
    fs.writeFileSync(join(top, path), text, { flag: 'wx' });
  } catch (cause) {
    throw new GauntletError('ENVIRONMENT_UNFIT', `${path} cannot be written: ${errorMessage(cause)}`, {
      hint: 'Check the permissions of that folder and the space on the disk.',
      cause,
    });
  }
}

function foundLines({
  packageManager,
  setup,
  link,
  setupProblem,
  checks,
  base,
  agents,
}: FoundProject): readonly string[] {
  const working = checks.filter(({ problem }) => problem === undefined);
  return [
    `toolchain        ${packageManager ?? 'none found'}`,
    `setup            ${[...(setup === null ? [] : [setup]), ...link.map((path) => `links ${path}`)].join(', ') || 'none'}`,
    ...(setupProblem === undefined ? [] : [`setup failed     ${setupProblem}: the checks were not tried`]),
    `checks           ${working.map(({ run }) => run).join(', ') || 'none found: without checks nothing is tested'}`,
    ...checks.flatMap(({ run, problem }) =>
      problem === undefined ? [] : [`skipped          ${run}: ${problem}`],
    ),
    `base branch      ${base}`,
    `agents           ${agents.map(agentText).join(', ') || 'none found on the PATH'}`,
  ];
}

function agentText({ name, version, login }: FoundProject['agents'][number]): string {
  const words = { in: 'logged in', out: 'not logged in', unclear: 'login not checked' };
  return `${name}${version === null ? '' : ` ${version}`} (${words[login]})`;
}
