import { expect, test } from 'vitest';
import { epicComplaints, withTickets } from '../../test/support/plan-samples.ts';

const A = '{id: A, title: a, acceptance: [x]}';

test('DISPATCH-01 all complaints come at once: shape, rules and warnings of every ticket', () => {
  const text = `version: 1
epic: a b
depht: quick
tickets:
  - id: A
    title: x
    needs: [B, Zebra, A]
    acceptence: [x]
  - id: B
    titel: x
    depth: quik
    acceptance: []
  - {id: C, title: 5, needs: [A], acceptance: [should be fast]}
`;
  expect(epicComplaints(text)).toEqual([
    'e.yaml:2:7 epic: the id "a b" must start with a letter or digit and have at most 64 letters, digits, ".", "_" or "-"',
    'e.yaml:3:1 depht: unknown key "depht"\n  hint: did you mean "depth"?',
    'e.yaml:5:5 tickets[0]: A has no acceptance criteria\n  hint: say what must be true when it is done',
    'e.yaml:7:16 tickets[0].needs[1]: there is no ticket "Zebra"',
    'e.yaml:7:23 tickets[0].needs[2]: "A" cannot need itself',
    'e.yaml:8:5 tickets[0].acceptence: unknown key "acceptence"\n  hint: did you mean "acceptance"?',
    'e.yaml:9:5 tickets[1]: "title" is missing',
    'e.yaml:10:5 tickets[1].titel: unknown key "titel"\n  hint: did you mean "title"?',
    'e.yaml:11:12 tickets[1].depth: "quik" is not one of quick, standard, thorough, exhaustive\n  hint: did you mean "quick"?',
    'e.yaml:12:17 tickets[1].acceptance: B has no acceptance criteria\n  hint: say what must be true when it is done',
    'e.yaml:13:20 tickets[2].title: must be text, not 5\n  hint: put it in quotes: "5"',
    'e.yaml:13:48 tickets[2].acceptance[0]: warning: AC1 cannot be tested: "should be fast" means different things to different people\n  hint: name a command, a value, a time or a visible result, or add verify:',
  ]);
});

test('DISPATCH-02 missing keys of the file itself are named', () => {
  expect(epicComplaints('title: x')).toEqual([
    'e.yaml:1:1: "version" is missing',
    'e.yaml:1:1: "epic" is missing',
    'e.yaml:1:1: "tickets" is missing',
  ]);
  expect(epicComplaints('version: 2\nepic: e\ntickets: []')).toEqual([
    'e.yaml:1:10 version: must be 1, not 2',
    'e.yaml:3:10 tickets: must have at least 1 entry, not 0',
  ]);
});

test('DISPATCH-02 a ticket without id, title and criteria is told each of them', () => {
  expect(epicComplaints(withTickets('{type: ui}'))).toEqual([
    'e.yaml:4:5 tickets[0]: "id" is missing',
    'e.yaml:4:5 tickets[0]: "title" is missing',
    'e.yaml:4:5 tickets[0]: the ticket has no acceptance criteria\n  hint: say what must be true when it is done',
  ]);
});

test('DISPATCH-02 a cycle is shown as a path', () => {
  const text = withTickets(
    '{id: A, title: a, needs: [B], acceptance: [x]}',
    '{id: B, title: b, needs: [C], acceptance: [x]}',
    '{id: C, title: c, needs: [A], acceptance: [x]}',
    '{id: D, title: d, needs: [A], acceptance: [x]}',
  );
  expect(epicComplaints(text)).toEqual([
    'e.yaml:4:30 tickets[0].needs: these tickets wait for each other: A → B → C → A',
  ]);
});

test('DISPATCH-02 a very long cycle is shortened in the middle', () => {
  const ring = (size: number) =>
    withTickets(
      ...Array.from(
        { length: size },
        (_, at) => `{id: T${at}, title: t, needs: [T${(at + 1) % size}], acceptance: [x]}`,
      ),
    );
  expect(epicComplaints(ring(12))[0]).toMatch(
    /T0 → T1 → T2 → T3 → T4 → T5 → T6 → T7 → T8 → T9 → T10 → T11 → T0$/,
  );
  expect(epicComplaints(ring(13))[0]).toMatch(
    /: T0 → T1 → T2 → T3 → T4 → T5 → … 2 more … → T8 → T9 → T10 → T11 → T12 → T0$/,
  );
});

test('DISPATCH-13 ids that are equal or differ only by case are refused', () => {
  const text = withTickets(A, '{id: A, title: a, acceptance: [x]}', '{id: a, title: a, acceptance: [x]}');
  expect(epicComplaints(text)).toEqual([
    'e.yaml:5:10 tickets[1].id: the id "A" is used twice\n  hint: first at e.yaml:4',
    'e.yaml:6:10 tickets[2].id: the id "a" differs from "A" only by case\n  hint: the other is at e.yaml:4',
  ]);
});

test.each(['x.lock', 'a..b', '-a', 'a/b', 'x'.repeat(65), 'a.'])('DISPATCH-13 the id %s is refused', (id) => {
  const [complaint, ...more] = epicComplaints(withTickets(`{id: "${id}", title: a, acceptance: [x]}`));
  expect(complaint).toMatch(/^e\.yaml:4:10 tickets\[0\]\.id: the id ".*" must /);
  expect(more).toEqual([]);
});

test.each(['fix-1', 'Remediation-12', 'baseline'])(
  'DISPATCH-13 the id %s, under which we work ourselves, is refused',
  (id) => {
    expect(epicComplaints(withTickets(`{id: "${id}", title: a, acceptance: [x]}`))).toEqual([
      `e.yaml:4:10 tickets[0].id: the id "${id}" is reserved for work that Gauntlet starts itself\n  hint: give the ticket another id`,
    ]);
  },
);

test.each(['x'.repeat(64), '0', 'A.b_c-d', 'fix-login', 'audit-log'])(
  'DISPATCH-13 the id %s is accepted',
  (id) => {
    expect(epicComplaints(withTickets(`{id: "${id}", title: a, acceptance: [x]}`))).toEqual([]);
  },
);

test('DISPATCH-14 milestones: unknown, repeated, after themselves and in a circle', () => {
  const text = `${withTickets('{id: A, title: a, milestone: m3, acceptance: [x]}')}
milestones:
  - {id: m1, after: [m2, m1, gone]}
  - {id: m2, after: [m1]}
  - {id: M1, requirements: nope.md}
  - {id: m 4}
`;
  expect(epicComplaints(text)).toEqual([
    'e.yaml:4:34 tickets[0].milestone: there is no milestone "m3"',
    'e.yaml:6:21 milestones[0].after: these milestones wait for each other: m1 → m2 → m1',
    'e.yaml:6:26 milestones[0].after[1]: "m1" cannot be after itself',
    'e.yaml:6:30 milestones[0].after[2]: there is no milestone "gone"',
    'e.yaml:8:10 milestones[2].id: the id "M1" differs from "m1" only by case\n  hint: the other is at milestone "m1"',
    'e.yaml:8:28 milestones[2].requirements: the file "nope.md" does not exist\n  hint: paths are relative to the repository',
    'e.yaml:9:10 milestones[3].id: the id "m 4" must start with a letter or digit and have at most 64 letters, digits, ".", "_" or "-"',
  ]);
});

test('DISPATCH-14 a ticket that needs one of a later milestone would wait for ever', () => {
  const text = `${withTickets(
    '{id: A, title: a, milestone: m1, needs: [B], acceptance: [x]}',
    '{id: B, title: b, milestone: m2, acceptance: [x]}',
  )}\nmilestones: [{id: m1}, {id: m2, after: [m1]}]`;
  expect(epicComplaints(text)).toEqual([
    'e.yaml:4:45 tickets[0].needs: depends on a ticket of a later milestone: A → B → milestone m1 → A\n  hint: move one of the tickets to another milestone',
  ]);
  expect(epicComplaints(text.replace('after: [m1]', 'title: t'))).toEqual([]);
});

test('DISPATCH-14 an empty milestone in between still orders its neighbours', () => {
  const text = `${withTickets(
    '{id: A, title: a, milestone: m1, needs: [B], acceptance: [x]}',
    '{id: B, title: b, milestone: m3, acceptance: [x]}',
  )}\nmilestones: [{id: m1}, {id: m2, after: [m1]}, {id: m3, after: [m2]}]`;
  expect(epicComplaints(text)[0]).toContain('A → B → milestone m2 → milestone m1 → A');
});

test.each(['-x', 'a..b', 'a b', 'a~1', 'a:b', '/a', 'a@{1}', 'a*', 'a[b', 'a\\b'])(
  'DISPATCH-01 "%s" is not taken for a branch',
  (base) => {
    expect(epicComplaints(`${withTickets(A)}\nbase: '${base}'`)).toEqual([
      `e.yaml:5:7 base: "${base}" is not a branch name`,
    ]);
  },
);

test('DISPATCH-01 coordination paths stay inside the repository', () => {
  const text = `${withTickets(A)}
coordination:
  functions: [{name: f, file: /a}]
  interfaces: [{name: f, file: ../a}]
  directories: [{path: "!a"}]
  prohibited: [{path: .git/config}, {path: ok/**}]
`;
  expect(epicComplaints(text)).toEqual([
    'e.yaml:6:31 coordination.functions[0].file: "/a" must be relative to the repository',
    'e.yaml:7:32 coordination.interfaces[0].file: "../a" must not leave the repository with ".."',
    'e.yaml:8:24 coordination.directories[0].path: "!a" must say what is touched; a leading "!" is not supported',
    'e.yaml:9:23 coordination.prohibited[0].path: ".git/config" must not point into .git',
  ]);
});

test('DISPATCH-01 more than 20,000 tickets are refused', () => {
  const lines = Array.from({ length: 20_001 }, (_, at) => `{id: T${at}, title: t, acceptance: [x]}`);
  expect(epicComplaints(withTickets(...lines))).toEqual([
    'e.yaml:4:3 tickets: must have at most 20000 entries, not 20001',
  ]);
});

test.each(['foo.lock', 'a.lock/b', 'a//b', 'a/', '/a', '"@"', 'HEAD', 'a.', '.a', 'a/.b'])(
  'DISPATCH-02 git would not take %s for a branch to land on',
  (base) => {
    const text = `version: 1\nepic: e\nbase: ${base}\ntickets: [{id: A, title: a, acceptance: [x]}]`;
    expect(epicComplaints(text)).toEqual([
      `e.yaml:3:7 base: "${base.replaceAll('"', '')}" is not a branch name`,
    ]);
  },
);

test('DISPATCH-02 a phase whose command names no program is refused', () => {
  const text =
    'version: 1\nepic: e\nphases: {e2e: {start: x, run: [""]}}\ntickets: [{id: A, title: a, acceptance: [x]}]';
  expect(epicComplaints(text)).toEqual(['e.yaml:3:32 phases.e2e.run[0]: names no program']);
});
