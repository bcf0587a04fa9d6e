// `gauntlet prompts` shows what agents are sent: before a run what they would be, after one what they were.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { reviewFailed } from '../support/answers.ts';
import { EpicRun, patience } from '../support/epic-run.ts';

type Printed = {
  role: string;
  auditor: string | null;
  ticket: string;
  attempt: number;
  sample: boolean;
  agent: { use: string };
  reach: { network: boolean; variables: string[] };
  withheld: string[];
  prompt: string;
};

async function printed(epic: EpicRun, ...args: readonly string[]): Promise<Printed> {
  const { code, stdout, stderr } = await epic.gauntlet('prompts', ...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Printed;
}

describe('before any run', () => {
  let epic: EpicRun;
  beforeAll(() => {
    epic = new EpicRun({
      files: { 'secrets/code.txt': 'x\n' },
      config: { privacy: { deny: ['secrets'] } },
      tickets: [{ id: 'A', title: 'Limit the orders' }],
    });
  });
  afterAll(() => epic.remove());

  test(
    'BEYOND-16 every role is shown with what it would be told, to whom that goes and what is withheld; nothing is written',
    async () => {
      const { stdout } = await epic.gauntlet('prompts', '--list');
      const roles = stdout.trim().split('\n');
      expect(roles).toEqual(
        expect.arrayContaining([
          'developer',
          'critic',
          'auditor',
          'technical',
          'reviewer',
          'fixer',
          'remediator',
        ]),
      );
      const sampled: string[] = [];
      for (const role of roles) {
        const shown = await printed(epic, role, 'epic.yaml', '--ticket', 'A');
        expect(shown.prompt, role).toMatch(/^TOKEN: PlaceholderToken/m);
        expect(shown.prompt, role).toContain('1 file is withheld by privacy.deny');
        expect(shown, role).toMatchObject({
          agent: { use: 'command' },
          reach: { network: false, variables: [] },
          withheld: ['secrets'],
        });
        expect(shown.prompt.includes('[sample]'), role).toBe(shown.sample);
        if (shown.sample) sampled.push(role);
      }
      expect(sampled).toEqual(['rework-review', 'rework-audit', 'rework-environment', 'fixer', 'remediator']);
      expect(existsSync(join(epic.repository, '.git/gauntlet'))).toBe(false);
    },
    patience,
  );

  test('REWORK-01 REWORK-02 REWORK-05 each kind of rework has its own words', async () => {
    const of = async (kind: string) =>
      (await printed(epic, `rework-${kind}`, 'epic.yaml', '--ticket', 'A')).prompt;
    expect(await of('review')).toContain(
      'The Critic reviewed your code and found issues that must be fixed.',
    );
    expect(await of('audit')).toContain('found them not met.');
    expect(await of('environment')).toContain('### ENVIRONMENT-SPECIFIC FAILURE');
  });

  test('an auditor of the team is named by --auditor; a person reads the prompt alone on stdout', async () => {
    const team = await printed(epic, 'auditor', 'epic.yaml', '--auditor', 'library');
    expect(team).toMatchObject({ role: 'auditor', auditor: 'library' });
    const { stdout, stderr } = await epic.gauntlet('prompts', 'developer', 'epic.yaml', '--ticket', 'A');
    expect(stdout).toContain('\n## Development Assignment\n');
    expect(stdout).toContain('> Limit the orders\n');
    expect(stderr).toContain('note: developer for A, attempt 1: command sh .agent/agent.sh\n');
    expect(stderr).toContain('withheld by privacy.deny: secrets\n');
  });

  test('what cannot be shown is refused with what, why and the next step', async () => {
    const refusals: readonly (readonly [string[], string, string])[] = [
      [['nobody', 'epic.yaml'], 'there is no role "nobody"', 'Roles: developer'],
      [['critic', 'epic.yaml'], 'critic works on one ticket, and none is named', '--ticket takes one of A'],
      [['critic', 'epic.yaml', '--ticket', 'Z'], 'e1 has no ticket "Z"', '--ticket takes one of A'],
      [['critic', 'gone.yaml', '--ticket', 'A'], '"gone.yaml" is neither a file nor', 'Name an epic file'],
      [
        ['critic', 'epic.yaml', '--ticket', 'A', '--attempt', '0'],
        '--attempt takes a number',
        'Leave it out',
      ],
      [['critic', 'epic.yaml', '--ticket', 'A', '--attempt', '2'], 'no attempt 2', 'gauntlet logs A'],
      [['critic', '--ticket', 'A'], 'nothing has run', 'gauntlet run'],
    ];
    for (const [args, said, hint] of refusals) {
      const { code, stderr } = await epic.gauntlet('prompts', ...args);
      expect({ code, stderr }, args.join(' ')).toEqual({ code: 2, stderr: expect.stringContaining(said) });
      expect(stderr.slice(stderr.indexOf('hint: ')), args.join(' ')).toContain(hint);
    }
  });
});

test(
  'after a run the prompts are those that were sent, word for word but for token and delimiter',
  async () => {
    const epic = new EpicRun({
      tickets: [{ id: 'A' }, { id: 'B' }],
      playbook: [
        {
          role: 'critic',
          ticket: 'A',
          attempt: 0,
          say: reviewFailed(['parts/A.txt:1: swallows the salt'], ['put the salt in the bowl']),
        },
      ],
    });
    onTestFinished(() => epic.remove());
    expect((await epic.run()).code).toBe(0);
    const sent = (stage: 'develop' | 'review' | 'audit', nth: number): string => {
      const run = epic.runs('A', stage)[nth]?.run ?? -1;
      const issued = epic.record(run, 'issued') as { token: string; delimiter: string };
      return String(epic.record(run, 'prompt'))
        .replaceAll(issued.token, 'PlaceholderToken00000000')
        .replaceAll(issued.delimiter, 'PlaceholderDelimiter0000');
    };
    const shown = async (...args: string[]) => (await printed(epic, ...args, 'e1', '--ticket', 'A')).prompt;
    expect(await shown('developer', '--attempt', '1')).toBe(sent('develop', 0));
    expect(await shown('developer')).toBe(sent('develop', 1));
    expect(await shown('rework-review')).toBe(sent('develop', 1));
    expect(await shown('critic', '--attempt', '1')).toBe(sent('review', 0));
    expect(await shown('critic')).toBe(sent('review', 1));
    expect(await shown('auditor')).toBe(sent('audit', 0));
    expect(await shown('critic')).toContain('swallows the salt');
    expect(await printed(epic, 'rework-audit', '--ticket', 'B')).toMatchObject({ sample: true });
  },
  patience,
);
