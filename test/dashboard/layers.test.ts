import fc from 'fast-check';
import { expect, test } from 'vitest';

import { criticalPath, type GraphNode, layOut } from '../../dashboard/src/layers.ts';

/** Tickets that need only earlier ones. */
const graphs = fc.array(fc.array(fc.nat({ max: 40 }), { maxLength: 4 }), { maxLength: 40 }).map((all) =>
  all.map((needs, index): GraphNode => {
    const earlier = needs.filter((need) => need < index).map((need) => `T${need}`);
    return { id: `T${index}`, needs: [...new Set(earlier)] };
  }),
);

test('every ticket has a place of its own, to the right of all it needs', () => {
  fc.assert(
    fc.property(graphs, (nodes) => {
      const { nodes: placed, layers, widest } = layOut(nodes);
      const at = new Map(placed.map((node) => [node.id, node]));
      expect(placed).toHaveLength(nodes.length);
      expect(new Set(placed.map(({ layer, at: row }) => `${layer}/${row}`)).size).toBe(nodes.length);
      for (const { id, needs } of nodes)
        for (const need of needs) expect(at.get(need)?.layer).toBeLessThan(at.get(id)?.layer ?? -1);
      expect(placed.every(({ layer, at: row }) => layer < layers && row >= 0 && row <= widest - 1)).toBe(
        true,
      );
    }),
  );
});

test('what is left out of the edges follows from those that are drawn', () => {
  fc.assert(
    fc.property(graphs, (nodes) => {
      const { edges } = layOut(nodes);
      const drawn = new Map<string, string[]>();
      for (const [from, to] of edges) drawn.set(to, [...(drawn.get(to) ?? []), from]);
      const reaches = (id: string): ReadonlySet<string> => {
        const reached = new Set<string>();
        const queue = [...(drawn.get(id) ?? [])];
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
          if (reached.has(next)) continue;
          reached.add(next);
          queue.push(...(drawn.get(next) ?? []));
        }
        return reached;
      };
      for (const { id, needs } of nodes) for (const need of needs) expect(reaches(id).has(need)).toBe(true);
      expect(edges.every(([from, to]) => nodes.find(({ id }) => id === to)?.needs.includes(from))).toBe(true);
    }),
  );
});

test('the longest remaining chain is a chain, and nothing that landed is in it', () => {
  const nodes = [
    { id: 'A', needs: [], isDone: true },
    { id: 'B', needs: ['A'], isDone: false },
    { id: 'C', needs: ['B'], isDone: false },
    { id: 'D', needs: ['C', 'A'], isDone: false },
    { id: 'E', needs: ['A'], isDone: false },
  ];
  expect([...criticalPath(nodes)].toSorted()).toEqual(['B', 'C', 'D']);
});

test('a circle, which no plan has, is drawn and does not hang the page', () => {
  const { nodes } = layOut([
    { id: 'A', needs: ['B'] },
    { id: 'B', needs: ['A'] },
  ]);
  expect(nodes).toHaveLength(2);
});

test('a thousand tickets are laid out at once', () => {
  const nodes = Array.from({ length: 1000 }, (_, index) => ({
    id: `T${index}`,
    needs: index < 10 ? [] : [`T${index - 10}`, `T${Math.floor(index / 2)}`],
  }));
  expect(layOut(nodes).nodes).toHaveLength(1000);
});
