import { expect, test } from 'vitest';
import { configComplaints, epicComplaints, withTickets } from '../../test/support/plan-samples.ts';

const epic = (more: string) =>
  epicComplaints(`${withTickets('{id: A, title: a, acceptance: [x]}')}\n${more}`);

test('DISPATCH-01 setup copies and links only what is inside the repository', () => {
  expect(epic('setup: {copy: [/a, b], link: [../c]}')).toEqual([
    'e.yaml:5:16 setup.copy[0]: "/a" must be relative to the repository',
    'e.yaml:5:31 setup.link[0]: "../c" must not leave the repository with ".."',
  ]);
  expect(configComplaints('environments: [{id: x, setup: {copy: [/a]}}]')).toEqual([
    'gauntlet.yaml:1:39 environments[0].setup.copy[0]: "/a" must be relative to the repository',
  ]);
});

test('DISPATCH-01 environments have fitting, different ids and variables with names', () => {
  expect(epic('environments: [{id: a b}, {id: X, env: {"1A": x, OK_1: y}}, {id: x}]')).toEqual([
    'e.yaml:5:21 environments[0].id: the id "a b" must start with a letter or digit and have at most 64 letters, digits, ".", "_" or "-"',
    'e.yaml:5:47 environments[1].env.1A: "1A" is not the name of a variable',
    'e.yaml:5:66 environments[2].id: the id "x" is used twice',
  ]);
});

test('DISPATCH-01 checks have different ids that fit into a table, and known environments', () => {
  expect(
    epic('verify: [{id: a, run: x}, {id: " A", run: y}, {id: "a|b", run: z, environments: [locl]}]'),
  ).toEqual([
    'e.yaml:5:32 verify[1].id: the id " A" is used twice',
    'e.yaml:5:52 verify[2].id: must be at most 64 characters without "|" and "`"',
    'e.yaml:5:82 verify[2].environments[0]: there is no environment "locl"\n  hint: did you mean "local"?',
  ]);
  expect(epic(`verify: [{id: ${'x'.repeat(64)}, run: y}]`)).toEqual([]);
  expect(epic(`verify: [{id: ${'x'.repeat(65)}, run: y}]`)).toHaveLength(1);
  expect(epic('environments: [{id: ci}]\nverify: [{id: a, run: x, environments: [ci, local]}]')).toEqual([
    'e.yaml:6:45 verify[0].environments[1]: there is no environment "local"',
  ]);
});

test('BEYOND-15 checks run inside the repository, and what they are about is said so that it means no more', () => {
  expect(
    epic(
      "verify: [{id: a, run: x, dir: ../y, paths: ['src/[ab]/**', '../c', 'd/+(a|b)']}, {id: b, run: x, dir: y, expect: 125}]",
    ),
  ).toEqual([
    'e.yaml:5:31 verify[0].dir: "../y" must not leave the repository with ".."',
    'e.yaml:5:45 verify[0].paths[0]: "src/[ab]/**" must use only "*", "**", "?" and "{a,b}"',
    'e.yaml:5:60 verify[0].paths[1]: "../c" must not leave the repository with ".."',
    'e.yaml:5:68 verify[0].paths[2]: "d/+(a|b)" must use only "*", "**", "?" and "{a,b}"',
    'e.yaml:5:114 verify[1].expect: must not be 125 together with dir: that exit code means that the folder is missing',
  ]);
});

test('DISPATCH-01 two review dimensions cannot have one name', () => {
  expect(epic('dimensions: [{id: a, class: critical}, {id: a, class: moderate}]')).toEqual([
    'e.yaml:5:45 dimensions[1].id: the id "a" is used twice',
  ]);
});

test('TEAM-13 the hard cap has to leave room for every attempt', () => {
  const hint = '\n  hint: the first attempt is a round too';
  expect(epic('limits: {maxRevisions: 4}')).toEqual([]);
  expect(epic('limits: {maxRevisions: 5}')).toEqual([
    `e.yaml:5:24 limits.maxRevisions: hardCapRounds (5) must be more than maxRevisions (5)${hint}`,
  ]);
  expect(configComplaints('limits: {hardCapRounds: 2}')).toEqual([
    `gauntlet.yaml:1:25 limits.hardCapRounds: hardCapRounds (2) must be more than maxRevisions (2)${hint}`,
  ]);
});

test.each([
  ['maxParallel', '0', 'at least 1'],
  ['maxParallel', '101', 'at most 100'],
  ['maxAgents', '0', 'at least 1'],
  ['maxVerify', '0', 'at least 1'],
  ['maxRevisions', '-1', 'at least 0'],
  ['hardCapRounds', '21', 'at most 20'],
  ['maxLandingRetries', '11', 'at most 10'],
  ['agentTries', '-1', 'at least 0'],
  ['clarifications', '11', 'at most 10'],
  ['budgetUsd', '-0.5', 'at least 0'],
  ['budgetTokens', '-1', 'at least 0'],
  ['ticketBudgetUsd', '-1', 'at least 0'],
])('TEAM-13 limits.%s cannot be %s', (key, value, bound) => {
  expect(configComplaints(`limits: {${key}: ${value}}`)).toEqual([
    `gauntlet.yaml:1:${12 + key.length} limits.${key}: must be ${bound}, not ${value}`,
  ]);
});

test('TEAM-13 zero is a value where it has a meaning', () => {
  const zeros =
    'maxRevisions: 0, maxLandingRetries: 0, agentTries: 0, clarifications: 0, budgetUsd: 0, budgetTokens: 0';
  expect(configComplaints(`limits: {${zeros}}`)).toEqual([]);
});

test.each(['10', '0s', '10 m', 'm', '1.5h', '-1s', '10x'])('TEAM-13 "%s" is not a duration', (text) => {
  expect(configComplaints(`limits: {stall: "${text}"}`)).toEqual([
    `gauntlet.yaml:1:17 limits.stall: "${text}" is not a duration\n  hint: write 90s, 10m or 4h`,
  ]);
});

test('TEAM-13 a bare number is no duration either', () => {
  expect(configComplaints('limits: {stall: 90}')).toEqual([
    'gauntlet.yaml:1:17 limits.stall: must be text, not 90\n  hint: write 90s, 10m or 4h',
  ]);
  expect(configComplaints('limits: {maxParallel: 1.5, budgetUsd: x}')).toEqual([
    'gauntlet.yaml:1:23 limits.maxParallel: must be a whole number, not 1.5',
    'gauntlet.yaml:1:39 limits.budgetUsd: must be a number, not "x"',
  ]);
});
