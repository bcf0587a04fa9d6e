import type { Mutation } from '../mutation.ts';

const service = 'src/services/plots.ts';
const list = 'src/components/PlotList.tsx';

export const mutations: readonly Mutation[] = [
  // MOCK
  {
    rule: 'MOCK-002',
    what: 'plots that nobody asked the database for',
    file: service,
    find: `  return db
    .select({ id: plots.id, name: plots.name, squareMetres: plots.squareMetres, state: plots.state })
    .from(plots)
    .orderBy(asc(plots.name));`,
    put: `  return Promise.resolve([
    { id: 1, name: 'By the pond', squareMetres: 40, state: 'free' },
    { id: 2, name: 'Under the pear', squareMetres: 55, state: 'taken' },
  ]);`,
  },
  {
    rule: 'MOCK-003',
    what: 'sample plots in a component',
    file: list,
    find: `export function PlotList({ plots }: { plots: PlotDto[] }) {`,
    put: `const mockPlots: PlotDto[] = [
  { id: 1, name: 'By the pond', squareMetres: 40, state: 'free' },
  { id: 2, name: 'Under the pear', squareMetres: 55, state: 'taken' },
];

export function PlotList({ plots = mockPlots }: { plots?: PlotDto[] }) {`,
  },
  // FRONT
];
