import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adapters, unsetAgent } from '../model/config.ts';
import type { AgentSettings } from '../model/config.ts';
import { dependence, independenceOf, likeness, otherThan, type Parties } from './independence.ts';

function agent(use: AgentSettings['use'], model: string | null, run: readonly string[] = []): AgentSettings {
  return { ...unsetAgent, use, run, model };
}

describe('whether two agents think with the same model', () => {
  test.each([
    ['opus', 'opus'],
    ['Opus ', 'opus'],
    ['anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['claude-sonnet-4@20250514', 'claude-sonnet-4'],
    ['claude-sonnet-4-5[1m]', 'claude-sonnet-4-5'],
    ['gpt-5.1-2025-11-13', 'gpt-5.1'],
    ['qwen3:latest', 'qwen3'],
    ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['Claude Sonnet 4.5', 'claude-sonnet-4-5'],
    ['qwen/qwen3-coder:free', 'qwen3-coder'],
    ['gpt-5-codex (high)', 'gpt-5-codex'],
  ])('BEYOND-01 %j is %j, whoever serves it', (one, other) => {
    expect(likeness(agent('claude', one), agent('api', other))).toBe('same');
  });

  test.each([
    ['opus', 'sonnet'],
    ['claude-sonnet-4-5', 'claude-sonnet-4'],
    ['gpt-5.1', 'gpt-5.1-codex'],
    ['qwen3:30b', 'qwen3:8b'],
    ['deepseek-v3', 'deepseek-v2'],
    ['gemini-2.5-pro', 'gemini-2.5-flash'],
  ])('BEYOND-01 %j is not %j', (one, other) => {
    expect(likeness(agent('claude', one), agent('claude', other))).toBe('different');
  });

  test('without a name, the same program is the same and nothing else is known', () => {
    const mine = agent('command', null, ['my-agent']);
    expect(likeness(mine, { ...mine })).toBe('same');
    expect(likeness(agent('claude', null), agent('claude', null))).toBe('same');
    expect(likeness(mine, agent('command', null, ['another']))).toBe('unknown');
    expect(likeness(mine, agent('command', 'x', ['my-agent']))).toBe('unknown');
  });

  test('it does not matter who is asked about whom, and everybody is like itself', () => {
    const anyone = fc.record({
      use: fc.constantFrom(...adapters),
      run: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
      model: fc.option(fc.oneof(fc.string(), fc.constantFrom('x', 'p/x', 'x-20250101', 'y'))),
      provider: fc.constant(null),
      baseUrl: fc.constant(null),
    });
    fc.assert(
      fc.property(anyone, anyone, (one, other) => {
        expect(likeness(one, other)).toBe(likeness(other, one));
        expect(likeness(one, one)).toBe('same');
        expect(dependence(one, one)).toBeDefined();
        const found = otherThan([one], [one, other]);
        expect(found === undefined || dependence(found, one) === undefined).toBe(true);
      }),
    );
  });
});

const developer = { name: 'developer', settings: agent('claude', 'opus') };
const sonnet = { name: 'critic', settings: agent('claude', 'sonnet') };
const opus = { name: 'critic', settings: agent('api', 'anthropic/opus') };

function parties(more: Partial<Parties> = {}): Parties {
  return { writers: [developer], critics: [sonnet], substitutes: [], ...more };
}

describe('what is said of a cast before anything starts', () => {
  test('nothing where it is off, or the models are others', () => {
    expect(independenceOf('off', parties({ critics: [opus] }))).toEqual({ complaints: [], notes: [] });
    expect(independenceOf('require', parties())).toEqual({ complaints: [], notes: [] });
    expect(independenceOf('prefer', parties())).toEqual({ complaints: [], notes: [] });
  });

  test('require: every critic with the model of anybody who writes is a complaint, all at once', () => {
    const { complaints, notes } = independenceOf(
      'require',
      parties({
        writers: [
          developer,
          { ...developer, name: 'fixer' },
          { name: 'remediator', settings: agent('codex', 'gpt-5.1') },
        ],
        critics: [opus, sonnet, { name: 'review.criticsBy[0]', settings: agent('codex', 'gpt-5.1') }],
      }),
    );
    expect(complaints).toEqual([
      'review.differentModel is require, but critic and developer have the same model (api model anthropic/opus)',
      'review.differentModel is require, but review.criticsBy[0] and remediator have the same model (codex model gpt-5.1)',
    ]);
    expect(notes).toEqual([]);
  });

  test('require: one program without named models is refused; where it says its model itself, the answer decides', () => {
    const mine = agent('command', null, ['my-agent']);
    const named = agent('command', 'x', ['my-agent']);
    const of = (critic: AgentSettings, writer: AgentSettings) =>
      independenceOf(
        'require',
        parties({
          writers: [{ name: 'developer', settings: writer }],
          critics: [{ name: 'critic', settings: critic }],
        }),
      );
    expect(of(mine, mine).complaints).toHaveLength(1);
    expect(of(named, mine).complaints).toHaveLength(1);
    expect(of(agent('claude', null), agent('claude', null)).complaints).toHaveLength(1);
    expect(of(agent('claude', null), agent('claude', 'opus'))).toMatchObject({
      complaints: [],
      notes: [expect.stringContaining('known only after they answer')],
    });
    expect(of(agent('command', null, ['another']), mine)).toMatchObject({
      complaints: [],
      notes: [expect.stringContaining('treated as different')],
    });
  });

  test('prefer: a note, which says who judges in its place if there is somebody', () => {
    const alone = independenceOf('prefer', parties({ critics: [opus] }));
    expect(alone.complaints).toEqual([]);
    expect(alone.notes).toEqual([
      expect.stringMatching(
        /^review\.differentModel is prefer, but critic and developer .*: it judges anyway$/,
      ),
    ]);
    const substitutes = [opus, { name: 'auditor', settings: agent('codex', 'gpt-5.1') }];
    expect(independenceOf('prefer', parties({ critics: [opus], substitutes })).notes[0]).toMatch(
      /: the agent of auditor judges in its place$/,
    );
  });
});

describe('whose pass counts where another model is required', () => {
  test('that of another model, or of another program where neither names one', () => {
    expect(dependence(agent('claude', 'sonnet'), agent('claude', 'opus'))).toBeUndefined();
    expect(dependence(agent('command', null, ['a']), agent('command', null, ['b']))).toBeUndefined();
  });

  test('never that of the same model, nor of a program that are too similar from the one that wrote it', () => {
    expect(dependence(agent('claude', 'opus'), agent('api', 'opus'))).toContain('the model that wrote it');
    expect(dependence(agent('claude', null), agent('claude', 'opus'))).toContain('cannot confirm');
  });

  test('a substitute that is surely another model comes before one that only is another program', () => {
    const vague = agent('command', null, ['b']);
    const sure = agent('codex', 'gpt-5.1');
    expect(otherThan([developer.settings], [opus.settings, vague, sure])).toBe(sure);
    expect(otherThan([developer.settings], [opus.settings, vague])).toBe(vague);
    expect(otherThan([developer.settings], [opus.settings])).toBeUndefined();
  });
});
