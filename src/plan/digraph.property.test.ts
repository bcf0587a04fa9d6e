import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cyclesOf, type Digraph, orderOf } from './digraph.ts';

const graphs = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.array(fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: 3 }), {
    minLength: size,
    maxLength: size,
  }),
);

test('DISPATCH-02 a graph has a cycle exactly when it cannot be put in order', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      expect(cyclesOf(graph).length > 0).toBe(orderOf(graph).length < graph.length);
    }),
  );
});

test('DISPATCH-02 every cycle shown is one, without repetitions, and the order puts nothing before what it waits for', () => {
  fc.assert(
    fc.property(graphs, (graph) => {
      for (const cycle of cyclesOf(graph)) {
        expect(new Set(cycle).size).toBe(cycle.length);
        for (const [at, node] of cycle.entries())
          expect(graph[node]).toContain(cycle[(at + 1) % cycle.length]);
      }
      const order = orderOf(graph);
      for (const [at, node] of order.entries())
        for (const target of graph[node] ?? []) expect(order.slice(0, at)).toContain(target);
    }),
  );
});

test('DISPATCH-02 separate knots are told separately, shortest way round, lowest first', () => {
  const graph: Digraph = [[1], [2, 0], [0], [4], [3], [5], []];
  expect(cyclesOf(graph)).toEqual([[0, 1], [3, 4], [5]]);
});

test('DISPATCH-02 a chain of 20,000 does not end the stack', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => (index === 0 ? [] : [index - 1]));
  expect(cyclesOf(chain)).toEqual([]);
  expect(orderOf(chain)).toEqual([...chain.keys()]);
  const ring = chain.map((targets, index) => (index === 0 ? [19_999] : targets));
  expect(cyclesOf(ring).map((cycle) => cycle.length)).toEqual([20_000]);
});
