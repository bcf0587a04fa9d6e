import { adapters, dimensionClasses } from '../model/config.ts';
import { depths } from '../model/team.ts';
import {
  decimal,
  described,
  either,
  exactly,
  listOf,
  mapOf,
  oneOf,
  optional,
  recordOf,
  text,
  truth,
  whole,
} from './shape.ts';

/** The pieces that both files are made of. Built on demand: a command that reads no file must not pay for them. */

/** Text of at least one letter. */
export function words(about: string) {
  return described(text(/\S/), about);
}

export function list(about: string) {
  return described(listOf(words('One entry.')), about);
}

export function flag(about: string) {
  return described(truth(), about);
}

export function count(about: string, least = 0, most = 1_000) {
  return described(whole(least, most), about);
}

export function amount(about: string) {
  return described(decimal(0, 1e12), about);
}

export function share(about: string) {
  return described(decimal(0, 1), about);
}

export function choice<const T extends readonly [string, ...string[]]>(among: T, about: string) {
  return described(oneOf(among), about);
}

/** `90s`, `10m`, `4h`: a whole number and its unit. */
export function duration(about: string) {
  return described(text(/^[1-9]\d{0,8}(ms|s|m|h|d)$/), `${about} A duration such as 90s, 10m or 4h.`);
}

export function command(about: string) {
  return described(
    either([words('A line for sh -c.'), listOf(text(), { least: 1 })]),
    `${about} A string goes to sh -c, a list is argv.`,
  );
}

export function depth(about: string) {
  return choice(depths, about);
}

export function version() {
  return described(exactly(1), 'The version of this file format.');
}

export function setup(about: string) {
  return described(
    mapOf({
      run: optional(
        described(
          listOf(command('One command.')),
          'Commands, run in order: again for every commit, or only when lockfiles change where they do no more than install.',
        ),
      ),
      copy: optional(list('Files copied from your work tree into every workspace.')),
      link: optional(list('Files or directories linked instead of copied.')),
      timeout: optional(duration('For all commands together; 10m when left out.')),
    }),
    about,
  );
}

export function environments(about: string) {
  const environment = mapOf({
    id: words('Its name in reports.'),
    prefix: optional(
      described(
        listOf(text()),
        'argv put before every command, as in [npx, -y, -p, node@22, --]; {workspace} stands for the folder that is checked. One that begins with docker, podman, ssh, bwrap or their like brings walls of its own and runs without our sandbox.',
      ),
    ),
    env: optional(described(recordOf(text()), 'Variables set for its commands.')),
    setup: optional(setup('Readies a workspace for this environment.')),
  });
  return described(listOf(environment), about);
}

export function verify(about: string) {
  const check = mapOf({
    id: words('Its name in reports; may have spaces.'),
    run: command('What is run.'),
    timeout: optional(duration('After which the check counts as broken.')),
    environments: optional(list('Ids of the environments it runs in; every one when left out.')),
    expect: optional(count('The exit code that is a pass; 0 when left out.', 0, 255)),
    dir: optional(words('The folder it runs in, as packages/api; the root when left out.')),
    paths: optional(
      list(
        'Globs: it runs when a change touches one of them, or a file that no check names; always when left out.',
      ),
    ),
  });
  return described(listOf(check), about);
}

export function limits(about: string) {
  return described(
    mapOf({
      maxParallel: optional(count('Tickets developed at the same time (3).', 1, 100)),
      maxAgents: optional(count('Critics and auditors at the same time (maxParallel + 2).', 1, 200)),
      maxVerify: optional(count('Verification runs at the same time (half the cores).', 1, 200)),
      maxRevisions: optional(
        count('Revisions after the first attempt (2); 0 means the first attempt decides.', 0, 10),
      ),
      hardCapRounds: optional(count('Rounds a person can grant at most (5).', 1, 20)),
      maxLandingRetries: optional(count('Retries of a landing (2); 0 means none.', 0, 10)),
      agentTries: optional(count('Fresh runs after an agent crashed or timed out (2); 0 means none.', 0, 10)),
      clarifications: optional(count('Questions back after an unreadable answer (2); 0 means none.', 0, 10)),
      budgetUsd: optional(
        amount('Dollars for the whole run; 0 starts no paid agent; no bound when left out.'),
      ),
      budgetTokens: optional(
        amount('Tokens for the whole run; 0 starts no metered agent; no bound when left out.'),
      ),
      ticketBudgetUsd: optional(amount('Dollars for one ticket; no bound when left out.')),
      ticketTimeout: optional(duration('For one ticket in all (4h).')),
      agentTimeout: optional(duration('For one agent run (15m).')),
      stall: optional(duration('Without output an agent counts as stalled (5m).')),
    }),
    about,
  );
}

export function dimensions(about: string) {
  const dimension = mapOf({
    id: words('Its name in review reports.'),
    class: choice(dimensionClasses, 'Gives weight and minimum: critical 90, important 70, moderate none.'),
    questions: optional(list('What the critic has to answer.')),
  });
  return described(listOf(dimension), about);
}

export function agent(about: string) {
  return described(
    mapOf({
      use: choice(adapters, 'How the agent is reached.'),
      run: optional(described(listOf(text(), { least: 1 }), 'argv of the program, for command and acp.')),
      model: optional(words('The model it is asked to use.')),
      effort: optional(words('How hard it is asked to think.')),
      provider: optional(words('For api: which kind of provider.')),
      baseUrl: optional(described(text(/^https?:\/\/\S+$/), 'For api: where the provider answers.')),
      apiKeyEnv: optional(described(text(/^[A-Za-z_]\w{0,99}$/), 'Name of the variable that holds the key.')),
      env: optional(described(listOf(text(/^[A-Za-z_]\w{0,99}$/)), 'Names of variables it may see.')),
      network: optional(flag('Whether it may use the network (false).')),
      token: optional(flag('Whether it is given a token to repeat in its closing line (true).')),
      timeout: optional(duration('For one run, instead of limits.agentTimeout.')),
      prices: optional(
        described(
          mapOf({
            in: amount('For input.'),
            out: amount('For output.'),
            cached: optional(amount('For input that was read from a cache (as for input).')),
          }),
          'Dollars for a million tokens, for agents that do not report cost.',
        ),
      ),
      estimate: optional(
        described(
          mapOf({ usd: optional(amount('Dollars.')), tokens: optional(amount('Tokens.')) }),
          'What one run is taken to cost: set aside before it, charged if the agent does not report what it used.',
        ),
      ),
    }),
    about,
  );
}

export function reading(about: string) {
  return described(
    mapOf({
      must: optional(list('Files to be read before anything else.')),
      reference: optional(list('Files to look things up in.')),
    }),
    about,
  );
}

export function standards(about: string) {
  const explicit = either([
    mapOf({ file: words('A file of the repository.') }),
    mapOf({ text: words('The standard itself.') }),
  ]);
  return described(listOf(either([words('A path, or the standard itself.'), explicit])), about);
}
