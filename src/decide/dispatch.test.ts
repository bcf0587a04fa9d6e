import { describe, expect, test } from 'vitest';
import { direct, directUnmeasured } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';

describe('who may start', () => {
  test('DISPATCH-03 a ticket starts at the moment its last dependency has landed, not before', () => {
    const stage = direct({ tickets: ['A', 'B', { id: 'C', needs: ['A', 'B'] }] });
    expect(stage.running()).toEqual(['A develop', 'B develop']);
    stage.land('A');
    expect(stage.status('C')).toBe('pending');
    stage.drive('B', 'land');
    expect(stage.status('C')).toBe('pending');
    stage.pass('B');
    expect(stage.status('C')).toBe('executing');
    expect(stage.running()).toEqual(['C develop']);
  });

  test('DISPATCH-03 a failed dependency blocks what hangs on it, and what hangs on that, with the reason', () => {
    const stage = direct({
      tickets: ['A', { id: 'B', needs: ['A'] }, { id: 'C', needs: ['B'] }, { id: 'D', needs: ['C'] }, 'E'],
    });
    stage.answer('A', 'developer_incomplete', { blocker: 'scope' });
    expect([stage.status('B'), stage.status('C')]).toEqual(['pending', 'pending']);
    stage.decide('A', 'fail');
    expect(['A', 'B', 'C', 'D', 'E'].map((id) => stage.status(id))).toEqual([
      'failed',
      'blocked: dependency',
      'blocked: dependency',
      'blocked: dependency',
      'executing',
    ]);
    expect(stage.events('ticket_blocked').map(({ ticket, why, because }) => [ticket, why, because])).toEqual([
      ['B', 'dependency', 'it needs A, which has failed'],
      ['C', 'dependency', 'it needs B, which is blocked'],
      ['D', 'dependency', 'it needs C, which is blocked'],
    ]);
    expect(stage.job('D').reason).toBe('it needs C, which is blocked');
    expect(stage.job('D').seats).toEqual([]);
  });

  test('DISPATCH-03 one failed dependency of two is enough, and the other landing later frees nobody', () => {
    const stage = direct({ tickets: ['A', 'B', { id: 'C', needs: ['A', 'B'] }] });
    stage.answer('A', 'developer_incomplete', { blocker: 'scope' });
    stage.decide('A', 'fail');
    stage.land('B');
    expect(stage.status('C')).toBe('blocked: dependency');
    expect(stage.state().status).toBe('partial');
  });

  test('DISPATCH-03 until the base is measured nobody starts but the measurement', () => {
    const stage = directUnmeasured({ tickets: ['A', 'B'] });
    expect(stage.running()).toEqual(['baseline baseline']);
    expect(stage.status('A')).toBe('queued');
    stage.pass('baseline');
    expect(stage.running()).toEqual(['A develop', 'B develop']);
  });
});

describe('how many may work', () => {
  const four = ['A', 'B', 'C', 'D'];

  test.each([1, 2, 3])('DISPATCH-04 maxParallel %i bounds the tickets being developed', (maxParallel) => {
    const stage = direct({ tickets: four }, { maxParallel });
    expect(stage.running()).toEqual(four.slice(0, maxParallel).map((id) => `${id} develop`));
    stage.pass('A');
    const next = four[maxParallel];
    expect(stage.running()).toEqual([
      ...four.slice(1, maxParallel).map((id) => `${id} develop`),
      'A validate',
      `${next} develop`,
    ]);
  });

  test('DISPATCH-04 critics and auditors share maxAgents', () => {
    const stage = direct({ tickets: ['A', 'B', { id: 'C', critics: 3 }] }, { maxAgents: 2, maxVerify: 9 });
    stage.drive('A', 'audit');
    stage.drive('B', 'review');
    stage.drive('C', 'review');
    expect(stage.running()).toEqual(['A audit', 'B review']);
    stage.pass('B');
    expect(stage.running()).toEqual(['A audit', 'B audit']);
    stage.pass('A');
    expect(stage.running()).toEqual(['B audit', 'A confirm', 'C review#0']);
    stage.pass('B');
    expect(stage.running()).toEqual(['A confirm', 'C review#0', 'B confirm', 'C review#1']);
    expect(stage.state().busy).toEqual({ developers: 0, judges: 2, checks: 2, lander: 0 });
  });

  test('DISPATCH-04 verification runs share maxVerify', () => {
    const stage = direct({ tickets: ['A', 'B', 'C'] }, { maxVerify: 2 });
    for (const id of ['A', 'B', 'C']) stage.pass(id);
    expect(stage.running()).toEqual(['A validate', 'B validate']);
    stage.pass('B');
    expect(stage.running()).toEqual(['A validate', 'C validate', 'B review']);
  });

  test('DISPATCH-04 the lander has a lane of its own and waits for no slot', () => {
    const stage = direct({ tickets: four }, { maxParallel: 3, maxAgents: 1, maxVerify: 1 });
    stage.drive('A', 'confirm');
    stage.pass('B');
    stage.pass('C');
    stage.pass('A');
    expect(stage.running()).toEqual(['D develop', 'A merge', 'B validate']);
    expect(stage.state().busy).toEqual({ developers: 1, judges: 0, checks: 1, lander: 1 });
  });

  test('DISPATCH-04 finished work drains before new work starts', () => {
    const stage = direct({ tickets: four }, { maxParallel: 1 });
    stage.pass('A');
    expect(stage.running()).toEqual(['A validate', 'B develop']);
    stage.answer('A', 'validation_failed');
    expect(stage.running()).toEqual(['B develop']);
    stage.pass('B');
    // A's revision goes before C and D, which have not begun.
    expect(stage.running()).toEqual(['B validate', 'A develop']);
  });
});

describe('in which order', () => {
  test('DISPATCH-04 ready tickets go by rank, whatever their place in the file', () => {
    const tickets = [
      { id: 'A', rank: 2 },
      { id: 'B', rank: 0 },
      { id: 'C', rank: 3 },
      { id: 'D', rank: 1 },
    ];
    expect(startingOrder(direct({ tickets }, { maxParallel: 2 }))).toEqual(['B', 'D', 'A', 'C']);
  });

  test.each([
    [1, ['A', 'B', 'L', 'C', 'D', 'E', 'F']],
    [2, ['A', 'B', 'C', 'D', 'L', 'E', 'F']],
  ])(
    'DISPATCH-04 with maxParallel %i a ticket is overtaken by 2 × as many that came after it, and then goes first',
    (maxParallel, order) => {
      const later = ['A', 'B', 'C', 'D', 'E', 'F'].map((id, rank) => ({ id, rank }));
      expect(startingOrder(direct({ tickets: [{ id: 'L', rank: 9 }, ...later] }, { maxParallel }))).toEqual(
        order,
      );
    },
  );

  test('DISPATCH-04 a ticket that was ready before is not counted as overtaking', () => {
    const earlier = ['A', 'B', 'C', 'D', 'E'].map((id, rank) => ({ id, rank }));
    const tickets = [...earlier, { id: 'L', rank: 9 }, { id: 'M', rank: 8 }];
    expect(startingOrder(direct({ tickets }, { maxParallel: 1 }))).toEqual([
      'A',
      'B',
      'C',
      'D',
      'E',
      'M',
      'L',
    ]);
  });
});

/** Lands whoever is being developed, again and again, and notes who was sent in which order. */
function startingOrder(stage: Director): string[] {
  for (let developing = inDevelopment(stage); developing !== undefined; developing = inDevelopment(stage))
    stage.land(developing);
  return stage.events('developer_dispatched').map((event) => event.ticket);
}

function inDevelopment(stage: Director): string | undefined {
  return stage
    .running()
    .find((who) => who.endsWith(' develop'))
    ?.split(' ')[0];
}

describe('overlapping files', () => {
  const overlaps = [[0, 1], [0, 1], [2]];

  test('DISPATCH-04 tickets whose files overlap are not developed at once, until the first has landed', () => {
    const tickets = [
      { id: 'A', touchClass: 0 },
      { id: 'B', touchClass: 1 },
      { id: 'C', touchClass: 2 },
      { id: 'D', touchClass: 0 },
    ];
    const stage = direct({ tickets, overlaps });
    expect(stage.running()).toEqual(['A develop', 'C develop']);
    stage.drive('A', 'land');
    expect(stage.running()).toEqual(['C develop', 'A land']);
    stage.pass('A');
    expect(stage.running()).toEqual(['C develop', 'B develop']);
    expect(stage.status('D')).toBe('queued');
  });

  test('DISPATCH-04 a ticket that waits for a person lets go of its files', () => {
    const stage = direct({
      tickets: [
        { id: 'A', touchClass: 0 },
        { id: 'B', touchClass: 0 },
      ],
      overlaps: [[0]],
    });
    stage.answer('A', 'developer_question');
    expect(stage.running()).toEqual(['B develop']);
    stage.decide('A', 'answer');
    expect(stage.status('A')).toBe('queued');
    stage.land('B');
    expect(stage.running()).toEqual(['A develop']);
  });

  test('DISPATCH-04 a ticket keeps its files while it is reworked', () => {
    const stage = direct({
      tickets: [
        { id: 'A', touchClass: 0 },
        { id: 'B', touchClass: 0 },
      ],
      overlaps: [[0]],
    });
    stage.drive('A', 'review');
    stage.answer('A', 'critic_fail');
    expect(stage.running()).toEqual(['A develop']);
    expect(stage.events('developer_rework_dispatched').map((event) => event.attempt)).toEqual([1]);
  });
});
