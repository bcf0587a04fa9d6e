import { normal } from '../schema/normal.ts';
import {
  address,
  amount,
  argv,
  choice,
  count,
  duration,
  flag,
  items,
  map,
  prose,
  ruled,
  texts,
  variable,
  words,
} from '../schema/parts.ts';
import {
  described,
  either,
  type InferFields,
  type InferOf,
  layerOf,
  listOf,
  mapOf,
  optional,
  or,
  recordOf,
  text,
  turned,
} from '../schema/shape.ts';
import { idProblem } from './names.ts';
import { globProblem, pathProblem } from './paths.ts';

/** A file or folder of the repository. */
export function path(about: string) {
  return ruled(about, pathProblem);
}

export function globs(about: string, problem = globProblem) {
  return described(about, listOf(ruled('One entry.', problem)));
}

export function id(about: string) {
  return ruled(about, idProblem, 'the id ');
}

/** The settings that stand in gauntlet.yaml and in an epic, each declared once. */

/** A string goes to `sh -c`, a list is argv. Neither ever holds text from an agent, a ticket or a branch. */
export function command(about: string) {
  const forms = either([words('A line for sh -c.'), argv()]);
  return described(`${about} A string goes to sh -c, a list is argv.`, forms);
}

export type Command = InferOf<typeof command>;

/** Every program has a loopback of its own; only what is declared reaches the machine's and the network (EVID-06). */
export function network(about: string) {
  return flag(`Whether ${about} may use the network.`);
}

function homePaths(about: string) {
  return described(
    `Paths in your home directory that ${about}, such as .config/tool; the rest is hidden.`,
    listOf(path('One entry.')),
  );
}

/** Readies a workspace before any agent or check. */
export function setup(about: string) {
  return map(about, {
    run: items(
      'Commands, run in order for every commit. Commands that only install run again only when lockfiles change.',
      command('One command.'),
    ),
    copy: items('Files copied from your work tree into every workspace.', path('One entry.')),
    link: items('Files or directories linked instead of copied.', path('One entry.')),
    timeout: or('10m', duration('Time limit for all commands together.')),
  });
}

/** Durations are milliseconds everywhere in the model. */
export type Setup = InferOf<typeof setup>;

export function environments(about: string) {
  const environment = mapOf({
    id: id('Its name in reports.'),
    prefix: items(
      "argv put before every command, as in [npx, -y, -p, node@22, --]; {workspace} is replaced by the checked folder. One that begins with docker, podman, ssh, bwrap or similar provides its own isolation and runs without gauntlet's sandbox.",
      text(),
    ),
    env: or({}, described('Variables set for its commands.', recordOf(text()))),
    network: optional(network('everything that runs in it')),
    home: optional(homePaths('its commands may read')),
    setup: or(null, setup('Prepares a workspace for this environment.')),
  });
  return described(about, listOf(environment));
}

export type Environment = InferOf<typeof environments>[number];

/** What a check with a `dir` exits with where the commit has no such folder: never a pass. */
export const EXIT_WITHOUT_FOLDER = 125;

/** Verification commands. */
export function verify(about: string) {
  const check = mapOf({
    id: words('Its name in reports; may have spaces.'),
    run: command('The command to run.'),
    timeout: or(null, duration('Time limit; a slower check counts as broken.')),
    environments: texts('Ids of the environments it runs in; every one if not set.'),
    expect: or(0, count('The exit code that means pass.', 0, 255)),
    network: optional(network('it')),
    results: optional(
      globs(
        'Files in which it writes its test results (JUnit XML, TRX, or JSON of Jest, Vitest or Mocha), from the folder it runs in.',
        resultsProblem,
      ),
    ),
    dir: optional(turned(path('The folder it runs in, such as packages/api (default: the root).'), folderOf)),
    paths: optional(
      turned(
        globs(
          'Globs. The check runs when a changed file matches one of them or is covered by no check (default: always).',
          checkGlobProblem,
        ),
        (all): readonly string[] | undefined => (all.length === 0 ? undefined : all.flatMap(withFolder)),
      ),
    ),
  });
  return described(about, listOf(check));
}

export type Check = InferOf<typeof verify>[number];

/** They are names for a shell, and expanded by it. */
function resultsProblem(glob: string): string | undefined {
  return globProblem(glob) ?? (/^[\w./*?@+-]+$/.test(glob) && !glob.startsWith('-') ? undefined : RESULTS);
}

const RESULTS = 'must use only letters, digits and "./*?@+-_", as reports/*.xml';

const LONGEST_GLOB = 400;
const MOST_ALTERNATIVES = 8;

/** A glob that is read as more than it says would claim files of others, and spare the checks that are about them. */
function checkGlobProblem(glob: string): string | undefined {
  const loose = /[[\]!()+@|]/.test(glob) ? 'must use only "*", "**", "?" and "{a,b}"' : undefined;
  const isLong = glob.length > LONGEST_GLOB || glob.split(',').length > MOST_ALTERNATIVES;
  return globProblem(glob) ?? loose ?? (isLong ? 'is too long; give several shorter ones' : undefined);
}

/** The folder in one spelling, as git names it: only so are the scripts in it known again. */
function folderOf(dir: string): string | undefined {
  const steps = dir.split('/').filter((step) => step !== '' && step !== '.');
  return steps.length === 0 ? undefined : steps.join('/');
}

/** A folder named without wildcards means everything in it. */
function withFolder(glob: string): readonly string[] {
  if (/[*?]/.test(glob)) return [glob];
  const plain = glob.replace(/\/+$/, '');
  return [plain, `${plain}/**`];
}

/** Bounds of a run; a file has only what it says, because an epic's limits override the configuration's. */
export function limits(about: string) {
  return described(about, layerOf(limitKeys()));
}

export function limitKeys() {
  return {
    maxParallel: or(3, count('Tickets developed at the same time.', 1, 100)),
    maxAgents: optional(count('Critics and auditors at the same time (default: maxParallel + 2).', 1, 200)),
    maxVerify: or(null, count('Verification runs at the same time (default: half the cores).', 1, 200)),
    maxGates: or(
      null,
      count('Landing gates at once, counting each parallel check (default: maxVerify); 1: in turn.', 1, 64),
    ),
    maxRevisions: or(
      2,
      count('Revisions after the first attempt; 0 means the first attempt decides.', 0, 10),
    ),
    hardCapRounds: or(5, count('Maximum number of rounds, including those you grant.', 1, 20)),
    maxLandingRetries: or(
      2,
      count('Retries of a landing. One last retry then runs while nothing else lands.', 0, 10),
    ),
    agentTries: or(2, count('Fresh runs after an agent crashed or timed out; 0 means none.', 0, 10)),
    clarifications: or(
      2,
      count('How often an agent is asked again after an unreadable answer; 0 means none.', 0, 10),
    ),
    budgetUsd: or(null, amount('Dollars for the whole run; 0 starts no paid agent; no bound if not set.')),
    budgetTokens: or(
      null,
      amount('Tokens for the whole run; 0 starts no metered agent; no bound if not set.'),
    ),
    ticketBudgetUsd: or(null, amount('Dollars for one ticket; no bound if not set.')),
    ticketTimeout: or('4h', duration('Time limit for one ticket.')),
    agentTimeout: or('15m', duration('Time limit for one agent run.')),
    stall: or('5m', duration('An agent without output for this long counts as stalled.')),
  };
}

export type Limits = InferFields<ReturnType<typeof limitKeys>> & { readonly maxAgents: number };

export const dimensionClasses = ['critical', 'important', 'moderate'] as const;

export type DimensionClass = (typeof dimensionClasses)[number];

/** Review dimensions of the project's own. */
export function dimensions(about: string) {
  const dimension = mapOf({
    id: words('Its name in review reports.'),
    class: choice(dimensionClasses, 'Gives weight and minimum: critical 90, important 70, moderate none.'),
    questions: texts('What the critic has to answer.'),
  });
  return described(about, listOf(dimension));
}

export type Dimension = InferOf<typeof dimensions>[number];

export const adapters = ['claude', 'codex', 'acp', 'api', 'command'] as const;

export type Adapter = (typeof adapters)[number];

export function agent(about: string) {
  return map(about, {
    use: choice(adapters, 'How the agent is reached.'),
    run: or([], argv('argv of the program, for command and acp.')),
    model: or(null, words('The model to use.')),
    effort: or(null, words('The reasoning effort of the model.')),
    provider: or(null, words('For api: which kind of provider.')),
    baseUrl: or(null, address('For api: URL of the provider.')),
    apiKeyEnv: or(null, variable('Name of the variable that holds the key.')),
    env: items('Names of variables it may see.', variable()),
    network: or(false, network('it')),
    home: optional(homePaths('it may read and write')),
    token: or(true, flag('Whether the agent gets a token that its closing line must repeat.')),
    timeout: or(null, duration('Time limit for one run, instead of limits.agentTimeout.')),
    prices: or(null, prices()),
    estimate: optional(estimate()),
  });
}

function prices() {
  return map('Dollars for a million tokens, for agents that do not report cost.', {
    in: amount('For input.'),
    out: amount('For output.'),
    cached: optional(amount('For input read from a cache (default: the price of input).')),
  });
}

export type Prices = InferOf<typeof prices>;

function estimate() {
  return map(
    'Estimated cost of one run: reserved before it starts, charged if the agent does not report its usage.',
    { usd: or(null, amount('Dollars.')), tokens: or(null, amount('Tokens.')) },
  );
}

/** An MCP server with documentation, for the library auditor: a program or an address; secrets stay in variables. */
export function docServers(about: string) {
  const server = mapOf({
    run: or([], argv('argv of a server on stdio; runs in the sandbox of the auditor.')),
    url: or(null, address('URL of a server over HTTP.', /^https?:\/\/[^\s$]+$/)),
    env: items('Names of variables its program gets.', variable()),
    headers: or(
      {},
      described(
        'HTTP headers, each with the name of the variable that holds its value.',
        recordOf(variable()),
      ),
    ),
  });
  return turned(described(about, recordOf(server)), (servers) =>
    Object.entries(servers).map(([name, settings]) => ({ name, ...settings })),
  );
}

export type DocServer = InferOf<typeof docServers>[number];

/** Without `estimate`, or a part of it: as the role usually costs. Only the library auditor has servers. */
export type AgentSettings = InferOf<typeof agent> & { readonly servers?: readonly DocServer[] | undefined };

/** An agent of which nothing is said but what kind it is. */
export const unsetAgent: Omit<AgentSettings, 'use'> = unset();

function unset(): Omit<AgentSettings, 'use'> {
  const { use: _, ...rest } = normal(agent(''), { use: 'command' });
  return rest;
}

/** A key for editors, which means nothing. */
export function editorKey() {
  return optional(turned(prose('For editors.'), (): undefined => undefined));
}
