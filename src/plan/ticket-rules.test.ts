import { expect, test } from 'vitest';
import { epicComplaints, withTickets } from '../../test/support/plan-samples.ts';

const ticket = (more: string) => withTickets(`{id: A, title: a, ${more}}`);

test('DISPATCH-02 an unknown dependency is named, with the one that was probably meant', () => {
  const text = withTickets(
    '{id: API-1, title: a, acceptance: [x]}',
    '{id: W, title: a, needs: [APi-2], acceptance: [x]}',
  );
  expect(epicComplaints(text)).toEqual([
    'e.yaml:5:31 tickets[1].needs[0]: there is no ticket "APi-2"\n  hint: did you mean "API-1"?',
  ]);
});

test('DISPATCH-02 an unknown milestone is named, with the one that was probably meant', () => {
  const text = `${ticket('milestone: limit, acceptance: [x]')}\nmilestones: [{id: limits}]`;
  expect(epicComplaints(text)).toEqual([
    'e.yaml:4:34 tickets[0].milestone: there is no milestone "limit"\n  hint: did you mean "limits"?',
  ]);
});

test('DISPATCH-02 criterion ids have to fit and be different, also from the ones we give', () => {
  expect(
    epicComplaints(ticket('acceptance: [{id: AC2, text: x}, y, {id: ac2, text: z}, {id: "a b", text: q}]')),
  ).toEqual([
    'e.yaml:4:56 tickets[0].acceptance[1]: the criterion id "AC2" is used twice',
    'e.yaml:4:59 tickets[0].acceptance[2]: the criterion id "ac2" is used twice',
    'e.yaml:4:84 tickets[0].acceptance[3].id: the id "a b" must start with a letter or digit and have at most 64 letters, digits, ".", "_" or "-"',
  ]);
});

test('DISPATCH-01 a vague criterion is a warning, and none when a command proves it', () => {
  const text = (more: string) => ticket(`acceptance: [{id: AC7, text: works properly${more}}]`);
  expect(epicComplaints(text(''))).toEqual([
    'e.yaml:4:36 tickets[0].acceptance[0]: warning: AC7 cannot be tested: "properly" means different things to different people\n  hint: name a command, a value, a time or a visible result, or add verify:',
  ]);
  expect(epicComplaints(text(', verify: npm test'))).toEqual([]);
});

test.each([
  ['/etc', 'must be relative to the repository'],
  ['~/x', 'must be relative to the repository'],
  ['C:/x', 'must be relative to the repository'],
  ['../x', 'must not leave the repository with ".."'],
  ['a/../b', 'must not leave the repository with ".."'],
  ['a/{..,b}/c', 'must not leave the repository with ".."'],
  ['a/..', 'must not leave the repository with ".."'],
  ['a\\b', 'must use "/" between directories, not "\\"'],
  ['!a', 'must say what is touched; a leading "!" is not supported'],
  ['.git/x', 'must not point into .git'],
  ['.GIT', 'must not point into .git'],
])('DISPATCH-01 touches and mayChange cannot be %s', (glob, problem) => {
  const lists = `touches: [ok, '${glob}'], mayChange: ['${glob}'], acceptance: [x]`;
  expect(epicComplaints(ticket(lists)).map((line) => line.replace(/^\S+ /, ''))).toEqual([
    `tickets[0].touches[1]: "${glob}" ${problem}`,
    `tickets[0].mayChange[0]: "${glob}" ${problem}`,
  ]);
});

test.each(['a..b', '.github/**', 'a/b..', '...', 'src/{a,b}/**', '.gitignore'])(
  'DISPATCH-01 touches may be %s',
  (glob) => {
    expect(epicComplaints(ticket(`touches: ['${glob}'], acceptance: [x]`))).toEqual([]);
  },
);

test('DISPATCH-01 empty entries are refused where they stand', () => {
  expect(epicComplaints(ticket(`touches: ["", " "], needs: [null], acceptance: [x]`))).toEqual([
    'e.yaml:4:33 tickets[0].touches[0]: must not be empty',
    'e.yaml:4:37 tickets[0].touches[1]: must not be empty',
    'e.yaml:4:51 tickets[0].needs[0]: must be text, not empty',
  ]);
});

test('DISPATCH-12 reading and standards of a ticket exist and stay inside the repository', () => {
  const more =
    'reading: {must: [../a], reference: [b.md]}, standards: [docs/c.md, plain words], acceptance: [x]';
  expect(epicComplaints(ticket(more), { 'docs/c.md': '' })).toEqual([
    'e.yaml:4:40 tickets[0].reading.must[0]: "../a" must not leave the repository with ".."',
    'e.yaml:4:59 tickets[0].reading.reference[0]: the file "b.md" does not exist\n  hint: paths are relative to the repository',
  ]);
});

test('DISPATCH-02 criteria that were wrong are not called missing as well', () => {
  expect(epicComplaints(ticket('acceptance: [{txt: z}]'))).toEqual([
    'e.yaml:4:36 tickets[0].acceptance[0]: "text" is missing',
    'e.yaml:4:37 tickets[0].acceptance[0].txt: unknown key "txt"\n  hint: did you mean "text"?',
  ]);
  expect(epicComplaints(ticket('acceptance: [1]'))).toEqual([
    'e.yaml:4:36 tickets[0].acceptance[0]: must be text or a map of keys and values, not 1',
  ]);
  expect(epicComplaints(ticket('acceptance: all'))).toEqual([
    'e.yaml:4:35 tickets[0].acceptance: must be a list, not "all"',
  ]);
});

test.each(['\u200b', '.', '- -'])('DISPATCH-02 the criterion %j has no text', (text) => {
  expect(epicComplaints(ticket(`acceptance: ["${text}"]`))).toEqual([
    'e.yaml:4:36 tickets[0].acceptance[0]: AC1 has no text\n  hint: say what must be true when it is done',
  ]);
});

test('DISPATCH-02 criteria that a judgement could not tell apart are refused', () => {
  expect(epicComplaints(ticket('acceptance: [{id: AC-1, text: x}, {id: AC.1, text: y}]'))).toEqual([
    'e.yaml:4:57 tickets[0].acceptance[1]: the criterion ids "AC-1" and "AC.1" are too similar',
  ]);
  expect(epicComplaints(ticket('acceptance: [Prints 1., "prints 1", prints 2]'))).toEqual([
    'e.yaml:4:47 tickets[0].acceptance[1]: AC2 says the same as AC1',
  ]);
});
