import type { Mutation } from '../mutation.ts';

const queries = 'frontend/src/queries/orders.ts';
const types = 'frontend/src/types.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'a misspelt address through the wrapper',
    file: 'frontend/src/queries/boxes.ts',
    find: 'request<BoxRead>(`/boxes/${id}`)',
    put: 'request<BoxRead>(`/box/${id}`)',
  },
  {
    rule: 'XREF-001',
    what: 'the base of the wrapper is another one',
    file: 'frontend/src/lib/request.ts',
    find: `const base = '/api/v1';`,
    put: `const base = '/api/v2';`,
    at: '*',
  },
  {
    rule: 'XREF-002',
    what: 'another method through the wrapper',
    file: queries,
    find: `{ method: 'PUT', body: { status } }`,
    put: `{ method: 'POST', body: { status } }`,
  },
  {
    rule: 'API-002',
    what: 'the client expects other words',
    file: types,
    find: `  placed_at: string;`,
    put: `  placedAt: string;`,
    at: '*',
  },
  {
    rule: 'API-003',
    what: 'the client takes a price for a text',
    file: types,
    find: `  price_cents: number;
  in_season`,
    put: `  price_cents: string;
  in_season`,
    at: '*',
  },
  {
    rule: 'ENUM-002',
    what: 'the page compares with a status that is not there',
    file: 'frontend/src/pages/OrdersPage.tsx',
    find: `order.status === 'placed'`,
    put: `order.status === 'pending'`,
  },
  {
    rule: 'ENUM-002',
    what: 'a status that the server does not know is sent',
    file: 'frontend/src/pages/OrdersPage.tsx',
    find: `status: 'cancelled' })`,
    put: `status: 'canceled' })`,
  },
  {
    rule: 'SDL-003',
    what: 'the form says nothing',
    file: 'frontend/src/pages/BoxesPage.tsx',
    find: `      setProblem('A box needs a name.');\n`,
    put: '',
  },
  {
    rule: 'MOCK-002',
    what: 'the query answers by itself',
    file: queries,
    find: `queryFn: () => request<OrderRead[]>('/orders')`,
    put: `queryFn: () => Promise.resolve<OrderRead[]>([{ id: 1, box_id: 2, quantity: 3, status: 'placed', placed_at: '2030-01-01' }])`,
  },
  {
    rule: 'MOCK-003',
    what: 'made-up orders while the query runs',
    file: queries,
    find: `export function useOrders() {
  return useQuery({ queryKey: ordersKey, queryFn: () => request<OrderRead[]>('/orders') });`,
    put: `const fakeOrders: OrderRead[] = [{ id: 1, box_id: 2, quantity: 3, status: 'placed', placed_at: '2030-01-01' }];

export function useOrders() {
  return useQuery({ queryKey: ordersKey, queryFn: async () => fakeOrders });`,
  },
  {
    rule: 'MOCK-004',
    what: 'a timer plays the server',
    file: queries,
    find: `queryFn: () => request<{ waiting: number }>('/orders/waiting'),`,
    put: `queryFn: () =>
      new Promise<{ waiting: number }>((resolve) => setTimeout(() => resolve({ waiting: 12 }), 500)),`,
  },
  {
    rule: 'MOCK-008',
    what: 'a count written into the page',
    file: 'frontend/src/pages/OrdersPage.tsx',
    find: `  const change = useChangeStatus();`,
    put: `  const change = useChangeStatus();\n  const pendingCount = 4;`,
  },
  {
    rule: 'UI-001',
    what: 'a colour in a style',
    file: 'frontend/src/components/StatusLabel.tsx',
    find: `<span data-status={status}>`,
    put: `<span data-status={status} style={{ color: '#ff8800' }}>`,
  },
  {
    rule: 'UI-002',
    what: 'the usual indigo',
    file: 'frontend/src/pages/LoginPage.tsx',
    find: `<button>Log in</button>`,
    put: `<button className="bg-indigo-600 text-white">Log in</button>`,
  },
  {
    rule: 'FRONT-016',
    what: 'a wrapper is copied',
    file: 'frontend/src/lib/client.ts',
    find: null,
    put: `import { RequestError } from './request';

const base = '/api/v1';

type Options = { readonly method?: string; readonly body?: unknown };

export async function ask<T>(path: string, { method = 'GET', body }: Options = {}): Promise<T> {
  const response = await fetch(\`\${base}\${path}\`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      Authorization: \`Bearer \${sessionStorage.getItem('token') ?? ''}\`,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new RequestError(response.status);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}
`,
    at: '*',
    also: ['ORPHAN-001', 'ORPHAN-002', 'DUP-001'],
  },
  {
    rule: 'ASSET-003',
    what: 'the imported picture is gone',
    file: 'frontend/src/images/basket.svg',
    find: null,
    put: null,
    at: 'frontend/src/components/BoxCard.tsx',
  },
  {
    rule: 'ASSET-001',
    what: 'the icon has another name',
    file: 'frontend/index.html',
    find: `/apple.svg`,
    put: `/apples.svg`,
  },
  {
    rule: 'ORPHAN-003',
    what: 'a label is used nowhere',
    file: 'frontend/src/pages/OrdersPage.tsx',
    find: `<StatusLabel status={order.status} />`,
    put: `{order.status}`,
    at: 'frontend/src/components/StatusLabel.tsx',
    also: ['ORPHAN-001'],
  },
  {
    rule: 'ORPHAN-002',
    what: 'a hook that nobody calls',
    file: queries,
    find: `export function useWithdraw() {`,
    put: `export function useOrder(id: number) {
  return useQuery({ queryKey: [...ordersKey, id], queryFn: async () => (await request<OrderRead[]>('/orders'))[id] });
}

export function useWithdraw() {`,
  },
  {
    rule: 'TEST-002',
    what: 'an assertion that cannot fail',
    file: 'frontend/src/components/StatusLabel.test.tsx',
    find: `expect(screen.getByText('Packed')).toBeTruthy();`,
    put: `expect(true).toBe(true);`,
  },
  {
    rule: 'E2E-006',
    what: 'a placeholder text',
    file: 'frontend/src/pages/OrdersPage.tsx',
    find: `      <ul>`,
    put: `      <p>Lorem ipsum dolor sit amet</p>\n      <ul>`,
  },
];
