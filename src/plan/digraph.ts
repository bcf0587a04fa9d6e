/** For each node the nodes it waits for. */
export type Digraph = readonly (readonly number[])[];

/** One shortest cycle for every knot of nodes that wait for each other, as node numbers, the first not repeated. */
export function cyclesOf(graph: Digraph): readonly (readonly number[])[] {
  return knotsOf(graph).map((knot) => shortestCycle(graph, knot));
}

/** The nodes that no knot hinders, each after everything it waits for. */
export function orderOf(graph: Digraph): readonly number[] {
  const waitsFor = graph.map((targets) => targets.length);
  const waiters = reversed(graph);
  const order = waitsFor.flatMap((count, node) => (count === 0 ? [node] : []));
  for (let done = 0; done < order.length; done++) {
    for (const waiter of waiters[order[done] ?? -1] ?? []) {
      const left = (waitsFor[waiter] ?? 0) - 1;
      waitsFor[waiter] = left;
      if (left === 0) order.push(waiter);
    }
  }
  return order;
}

export function reversed(graph: Digraph): number[][] {
  const back: number[][] = graph.map(() => []);
  for (const [node, targets] of graph.entries()) for (const target of targets) back[target]?.push(node);
  return back;
}

type Visit = { readonly node: number; next: number };

/** Tarjan's strongly connected components without recursion: a chain of 20,000 tickets must not end the stack. */
function knotsOf(graph: Digraph): readonly (readonly number[])[] {
  const entered = new Int32Array(graph.length).fill(-1);
  const low = new Int32Array(graph.length);
  const isOpen = new Uint8Array(graph.length);
  const open: number[] = [];
  const knots: (readonly number[])[] = [];
  let clock = 0;
  const enter = (node: number): Visit => {
    entered[node] = low[node] = clock++;
    isOpen[node] = 1;
    open.push(node);
    return { node, next: 0 };
  };
  const lower = (node: number, to: number | undefined) => {
    low[node] = Math.min(low[node] ?? 0, to ?? 0);
  };
  const leave = (node: number) => {
    if (low[node] !== entered[node]) return;
    const members = open.splice(open.lastIndexOf(node));
    for (const member of members) isOpen[member] = 0;
    if (members.length > 1 || graph[node]?.includes(node)) knots.push(members.sort((a, b) => a - b));
  };
  for (let root = 0; root < graph.length; root++) {
    const visits = entered[root] === -1 ? [enter(root)] : [];
    for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
      const { node } = visit;
      const target = graph[node]?.[visit.next++];
      if (target === undefined) {
        visits.pop();
        leave(node);
        const above = visits.at(-1);
        if (above) lower(above.node, low[node]);
      } else if (entered[target] === -1) visits.push(enter(target));
      else if (isOpen[target] === 1) lower(node, entered[target]);
    }
  }
  return knots.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** Breadth first from the knot's first node, inside the knot, until it comes back. */
function shortestCycle(graph: Digraph, knot: readonly number[]): readonly number[] {
  const start = knot[0] ?? 0;
  const inside = new Set(knot);
  const cameFrom = new Map<number, number>();
  const queue = [start];
  for (let done = 0; done < queue.length; done++) {
    const node = queue[done] ?? start;
    for (const target of graph[node] ?? []) {
      if (target === start) return pathBack(cameFrom, start, node);
      if (!inside.has(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  }
  return knot;
}

function pathBack(cameFrom: ReadonlyMap<number, number>, start: number, end: number): readonly number[] {
  const path = [end];
  for (let node = end; node !== start;) {
    node = cameFrom.get(node) ?? start;
    path.push(node);
  }
  return path.reverse();
}
