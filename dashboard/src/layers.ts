/** What is drawn: who needs whom. */
export type GraphNode = { readonly id: string; readonly needs: readonly string[] };

export type Placed = { readonly id: string; readonly layer: number; readonly at: number };

export type Layout = {
  readonly nodes: readonly Placed[];
  /** From what is needed to what needs it; what follows from other edges is left out. */
  readonly edges: readonly (readonly [from: string, to: string])[];
  readonly layers: number;
  readonly widest: number;
};

const SWEEPS = 6;

/**
 * Left to right by the longest way from a beginning, each layer in the order that crosses least as far as a few sweeps
 * find it. The same graph is always laid out the same way, so nothing jumps while a run goes on.
 */
export function layOut(all: readonly GraphNode[]): Layout {
  const known = new Map(all.map((node) => [node.id, node]));
  const needs = new Map(
    all.map(({ id, needs: of }) => [id, of.filter((need) => known.has(need) && need !== id)]),
  );
  const depth = depths(needs);
  const edges = reduced(needs, depth);
  const layers: string[][] = [];
  for (const { id } of all) (layers[depth.get(id) ?? 0] ??= []).push(id);
  for (let nth = 0; nth < layers.length; nth++) layers[nth] ??= [];
  order(layers, edges);
  const widest = Math.max(1, ...layers.map((layer) => layer.length));
  const nodes = layers.flatMap((layer, index) =>
    layer.map((id, nth) => ({ id, layer: index, at: nth + (widest - layer.length) / 2 })),
  );
  return { nodes, edges, layers: Math.max(1, layers.length), widest };
}

type Needs = ReadonlyMap<string, readonly string[]>;

/** A circle cannot be planned; should one come, its members stand side by side. */
function depths(needs: Needs): Map<string, number> {
  const depth = new Map<string, number>();
  const open = new Set<string>();
  const visit = (start: string): void => {
    const stack: { id: string; next: number }[] = [{ id: start, next: 0 }];
    open.add(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const need = (needs.get(top.id) ?? [])[top.next];
      top.next += 1;
      if (need === undefined) {
        const below = (needs.get(top.id) ?? []).map((id) => (depth.get(id) ?? -1) + 1);
        depth.set(top.id, Math.max(0, ...below));
        open.delete(top.id);
        stack.pop();
      } else if (!depth.has(need) && !open.has(need)) {
        open.add(need);
        stack.push({ id: need, next: 0 });
      }
    }
  };
  for (const id of needs.keys()) if (!depth.has(id)) visit(id);
  return depth;
}

/** Without the edges that a longer way says too. */
function reduced(needs: Needs, depth: ReadonlyMap<string, number>): readonly (readonly [string, string])[] {
  const edges: (readonly [string, string])[] = [];
  for (const [id, direct] of needs) {
    const reach = new Set<string>();
    const queue = direct.flatMap((need) => needs.get(need) ?? []);
    const lowest = Math.min(...direct.map((need) => depth.get(need) ?? 0));
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (reach.has(next) || (depth.get(next) ?? 0) < lowest) continue;
      reach.add(next);
      queue.push(...(needs.get(next) ?? []));
    }
    for (const need of direct) if (!reach.has(need)) edges.push([need, id]);
  }
  return edges;
}

function order(layers: string[][], edges: readonly (readonly [string, string])[]): void {
  const before = new Map<string, string[]>();
  const after = new Map<string, string[]>();
  for (const [from, to] of edges) {
    before.set(to, [...(before.get(to) ?? []), from]);
    after.set(from, [...(after.get(from) ?? []), to]);
  }
  const places = new Map<string, number>();
  const note = (layer: readonly string[]): void => {
    for (const [nth, id] of layer.entries()) places.set(id, nth / Math.max(1, layer.length));
  };
  layers.forEach(note);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    const neighbours = isForward ? before : after;
    for (const layer of isForward ? layers : layers.toReversed()) {
      const middle = new Map(
        layer.map((id) => [id, mean(neighbours.get(id) ?? [], places) ?? places.get(id) ?? 0]),
      );
      layer.sort(
        (a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0) || (places.get(a) ?? 0) - (places.get(b) ?? 0),
      );
      note(layer);
    }
  }
}

function mean(ids: readonly string[], places: ReadonlyMap<string, number>): number | undefined {
  if (ids.length === 0) return undefined;
  return ids.reduce((sum, id) => sum + (places.get(id) ?? 0), 0) / ids.length;
}

/** The longest chain of what has not landed yet: nothing shortens the run but going faster along it. */
export function criticalPath(
  all: readonly (GraphNode & { readonly isDone: boolean })[],
): ReadonlySet<string> {
  const open = all.filter(({ isDone }) => !isDone);
  const ids = new Set(open.map(({ id }) => id));
  const needs = new Map(open.map(({ id, needs: of }) => [id, of.filter((need) => ids.has(need))]));
  const depth = depths(needs);
  let [at] = [...depth].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? [];
  const path = new Set<string>();
  while (at !== undefined && !path.has(at)) {
    path.add(at);
    const [next] = (needs.get(at) ?? []).toSorted((a, b) => (depth.get(b) ?? 0) - (depth.get(a) ?? 0));
    at = next;
  }
  return path;
}

/** The same for a document: Mermaid draws it on most forges. */
export function mermaidOf(
  rows: readonly (GraphNode & { readonly title: string; readonly kind: string })[],
): string {
  const tickets = rows.filter(({ kind }) => kind === 'ticket');
  const names = new Map(tickets.map(({ id }, nth) => [id, `t${nth}`]));
  const label = (text: string): string => text.replaceAll(/["<>&`\\[\]{}()#;|]/g, ' ').slice(0, 80);
  return [
    'flowchart LR',
    ...tickets.map(({ id, title }) => `  ${names.get(id)}["${label(`${id} ${title}`).trim()}"]`),
    ...tickets.flatMap(({ id, needs }) =>
      needs.flatMap((need) => (names.has(need) ? [`  ${names.get(need)} --> ${names.get(id)}`] : [])),
    ),
    '',
  ].join('\n');
}
