import type { Mutation } from '../mutation.ts';

const list = 'src/components/PlotList.tsx';
const form = 'src/components/HarvestForm.tsx';

export const mutations: readonly Mutation[] = [
  // API
  {
    rule: 'API-001',
    what: 'the type of the answer lost a promised field',
    file: 'src/contracts/plot-dto.ts',
    find: `  squareMetres: number;
`,
    put: '',
    also: ['API-002'],
  },
  {
    rule: 'API-003',
    what: 'kilograms are text in the code',
    file: 'src/contracts/plot-dto.ts',
    find: `  kilograms: number;`,
    put: `  kilograms: string;`,
  },
  {
    rule: 'API-004',
    what: 'the crop has another name in the code',
    file: 'src/contracts/plot-dto.ts',
    find: `  crop: string;`,
    put: `  sort: string;`,
  },
  // XREF
  {
    rule: 'XREF-001',
    what: 'the route to rest is removed',
    file: 'src/app/api/plots/[id]/rest/route.ts',
    find: null,
    put: null,
    at: list,
    also: ['ORPHAN-002'],
  },
  {
    rule: 'XREF-001',
    what: 'the form posts to the singular',
    file: form,
    find: '`/api/plots/${plotId}/harvests`',
    put: '`/api/plots/${plotId}/harvest`',
  },
  {
    rule: 'XREF-002',
    what: 'the form sends a patch',
    file: form,
    find: `method: 'POST'`,
    put: `method: 'PATCH'`,
  },
  {
    rule: 'XREF-002',
    what: 'the handler answers get only',
    file: 'src/app/api/plots/[id]/rest/route.ts',
    find: `export async function POST(_request`,
    put: `export async function GET(_request`,
    at: list,
  },
];
