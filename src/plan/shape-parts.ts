import { z } from 'zod';
import { adapters, dimensionClasses } from '../model/config.ts';
import { depths } from '../model/team.ts';

/** The pieces that both files are made of. Built on demand: a command that reads no file must not pay for them. */

/** Text of at least one letter. */
export function words(about: string) {
  return z.string().regex(/\S/).meta({ description: about });
}

export function list(about: string) {
  return z.array(words('One entry.')).describe(about);
}

export function flag(about: string) {
  return z.boolean().describe(about);
}

export function count(about: string, least = 0, most = 1_000) {
  return z.int().min(least).max(most).describe(about);
}

export function amount(about: string) {
  return z.number().min(0).max(1e12).describe(about);
}

export function share(about: string) {
  return z.number().min(0).max(1).describe(about);
}

export function choice<const T extends readonly [string, ...string[]]>(among: T, about: string) {
  return z.enum(among).describe(about);
}

/** `90s`, `10m`, `4h`: a whole number and its unit. */
export function duration(about: string) {
  return z
    .string()
    .regex(/^[1-9]\d{0,8}(ms|s|m|h|d)$/)
    .describe(`${about} A duration such as 90s, 10m or 4h.`);
}

export function command(about: string) {
  return z
    .union([words('A line for sh -c.'), z.array(z.string()).min(1)])
    .describe(`${about} A string goes to sh -c, a list is argv.`);
}

export function depth(about: string) {
  return choice(depths, about);
}

export function version() {
  return z.literal(1).describe('The version of this file format.');
}

export function setup(about: string) {
  return z
    .strictObject({
      run: z.array(command('One command.')).describe('Commands, run in order.').optional(),
      copy: list('Files copied from your work tree into every workspace.').optional(),
      link: list('Files or directories linked instead of copied.').optional(),
      timeout: duration('For all commands together; 10m when left out.').optional(),
    })
    .describe(about);
}

export function environments(about: string) {
  const environment = z.strictObject({
    id: words('Its name in reports.'),
    prefix: z
      .array(z.string())
      .describe('argv put before every command, as in [npx, -y, -p, node@22, --].')
      .optional(),
    env: z.record(z.string(), z.string()).describe('Variables set for its commands.').optional(),
    setup: setup('Readies a workspace for this environment.').optional(),
  });
  return z.array(environment).describe(about);
}

export function verify(about: string) {
  const check = z.strictObject({
    id: words('Its name in reports; may have spaces.'),
    run: command('What is run.'),
    timeout: duration('After which the check counts as broken.').optional(),
    environments: list('Ids of the environments it runs in; every one when left out.').optional(),
    expect: count('The exit code that is a pass; 0 when left out.', 0, 255).optional(),
  });
  return z.array(check).describe(about);
}

export function limits(about: string) {
  return z
    .strictObject({
      maxParallel: count('Tickets developed at the same time (3).', 1, 100).optional(),
      maxAgents: count('Critics and auditors at the same time (maxParallel + 2).', 1, 200).optional(),
      maxVerify: count('Verification runs at the same time (half the cores).', 1, 200).optional(),
      maxRevisions: count(
        'Revisions after the first attempt (2); 0 means the first attempt decides.',
        0,
        10,
      ).optional(),
      hardCapRounds: count('Rounds a person can grant at most (5).', 1, 20).optional(),
      maxLandingRetries: count('Retries of a landing (2); 0 means none.', 0, 10).optional(),
      agentTries: count(
        'Fresh runs after an agent crashed or timed out (2); 0 means none.',
        0,
        10,
      ).optional(),
      clarifications: count('Questions back after an unreadable answer (2); 0 means none.', 0, 10).optional(),
      budgetUsd: amount(
        'Dollars for the whole run; 0 starts no paid agent; no bound when left out.',
      ).optional(),
      budgetTokens: amount(
        'Tokens for the whole run; 0 starts no metered agent; no bound when left out.',
      ).optional(),
      ticketBudgetUsd: amount('Dollars for one ticket; no bound when left out.').optional(),
      ticketTimeout: duration('For one ticket in all (4h).').optional(),
      agentTimeout: duration('For one agent run (15m).').optional(),
      stall: duration('Without output an agent counts as stalled (5m).').optional(),
    })
    .describe(about);
}

export function dimensions(about: string) {
  const dimension = z.strictObject({
    id: words('Its name in review reports.'),
    class: choice(dimensionClasses, 'Gives weight and minimum: critical 90, important 70, moderate none.'),
    questions: list('What the critic has to answer.').optional(),
  });
  return z.array(dimension).describe(about);
}

export function agent(about: string) {
  return z
    .strictObject({
      use: choice(adapters, 'How the agent is reached.'),
      run: z.array(z.string()).min(1).describe('argv of the program, for command and acp.').optional(),
      model: words('The model it is asked to use.').optional(),
      effort: words('How hard it is asked to think.').optional(),
      provider: words('For api: which kind of provider.').optional(),
      baseUrl: z
        .string()
        .regex(/^https?:\/\/\S+$/)
        .describe('For api: where the provider answers.')
        .optional(),
      apiKeyEnv: z
        .string()
        .regex(/^[A-Za-z_]\w{0,99}$/)
        .describe('Name of the variable that holds the key.')
        .optional(),
      env: z
        .array(z.string().regex(/^[A-Za-z_]\w{0,99}$/))
        .describe('Names of variables it may see.')
        .optional(),
      network: flag('Whether it may use the network (false).').optional(),
      token: flag('Whether it is given a token to repeat in its closing line (true).').optional(),
      timeout: duration('For one run, instead of limits.agentTimeout.').optional(),
      prices: z
        .strictObject({ in: amount('For input.'), out: amount('For output.') })
        .describe('Dollars for a million tokens, for agents that do not report cost.')
        .optional(),
    })
    .describe(about);
}

export function reading(about: string) {
  return z
    .strictObject({
      must: list('Files to be read before anything else.').optional(),
      reference: list('Files to look things up in.').optional(),
    })
    .describe(about);
}

export function standards(about: string) {
  const explicit = z.union([
    z.strictObject({ file: words('A file of the repository.') }),
    z.strictObject({ text: words('The standard itself.') }),
  ]);
  return z.array(z.union([words('A path, or the standard itself.'), explicit])).describe(about);
}
