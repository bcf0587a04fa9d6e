import { text } from './agent.mjs';

export const script = [
  // What the agents of the demo do and say. The coordinator does not know that they are scripted: it gives them real
  // workspaces, runs the checks itself, and believes what it sees.
  //
  // ---------------------------------------------------------------- SHOP-1: passes at once
  {
    when: { role: 'developer', ticket: 'SHOP-1' },
    do: [
      {
        write: 'src/health.ts',
        text: text`
          import type { Reply } from './http.ts';

          /** GET /health, for load balancers: whoever gets an answer talks to a process that is alive. */
          export function health(): Reply {
            return { status: 200, body: { status: 'ok' } };
          }
          `,
      },
      // Where this collided with what has landed: the table as it landed, and the route is added to that.
      {
        run: [
          'sh',
          '-c',
          'if git rev-parse -q --verify MERGE_HEAD; then git checkout MERGE_HEAD -- src/routes.ts; fi',
        ],
      },
      {
        replace: 'src/routes.ts',
        from: "import { createOrder } from './create-order.ts';\n",
        to: text`
          import { createOrder } from './create-order.ts';
          import { health } from './health.ts';
          `,
      },
      {
        replace: 'src/routes.ts',
        from: '];\n',
        to: text`
            { method: 'GET', path: '/health', handle: health },
          ];
          `,
      },
      {
        write: 'test/health.test.ts',
        text: text`
          import assert from 'node:assert/strict';
          import { test } from 'node:test';

          import { knownCustomer } from '../src/guards.ts';
          import { appWith, ask } from './ask.ts';

          test('the load balancer gets an answer without being a customer', async () => {
            const app = appWith({ guards: [knownCustomer] });
            const reply = await ask(app, 'GET', '/health', { customer: undefined });
            assert.deepEqual(reply, { status: 200, body: { status: 'ok' } });
          });
          `,
      },
      {
        commit: 'Answer health checks',
      },
    ],
    pass: { matrix: 'pass', summary: 'GET /health answers 200' },
  },

  {
    when: { role: 'critic', ticket: 'SHOP-1' },
    pass: { summary: 'small, and behind the same table as every other route' },
  },

  // ---------------------------------------------------------------- SHOP-2: the critic sends it back once
  {
    when: { role: 'developer', ticket: 'SHOP-2', attempt: 0 },
    do: [
      {
        write: 'src/limiter.ts',
        text: text`
          import { type Request, Refusal } from './http.ts';
          import type { Guard } from './parts.ts';

          const MINUTE = 60_000;

          /** Refuses a customer's orders beyond so many a minute. */
          export function limitOrders(perMinute: number, now: () => number = Date.now): Guard {
            const times = new Map<string, readonly number[]>();
            return ({ method, path, customer = '' }: Request) => {
              if (method !== 'POST' || path !== '/orders') return;
              const recent = (times.get(customer) ?? []).filter((time) => time > now() - MINUTE);
              if (recent.length >= perMinute) throw new Refusal(429, 'too many orders; try again in a minute');
              times.set(customer, [...recent, now()]);
            };
          }

          /** The limit in ORDERS_PER_MINUTE, 10 if there is none. */
          export function perMinuteFrom(env: NodeJS.ProcessEnv): number {
            const limit = Number(env['ORDERS_PER_MINUTE'] ?? 10);
            if (Number.isInteger(limit) && limit > 0) return limit;
            throw new Error('ORDERS_PER_MINUTE must be a whole number above 0');
          }
          `,
      },
      {
        write: 'src/guards.ts',
        text: text`
          import { type Request, Refusal } from './http.ts';
          import { limitOrders, perMinuteFrom } from './limiter.ts';
          import type { Guard } from './parts.ts';

          /** The guards of the running service, in the order in which they look. */
          export function guardsFrom(env: NodeJS.ProcessEnv): readonly Guard[] {
            return [knownCustomer, limitOrders(perMinuteFrom(env))];
          }

          /** Orders belong to somebody. */
          export function knownCustomer(request: Request): void {
            const isAboutOrders = request.path === '/orders' || request.path.startsWith('/orders/');
            if (isAboutOrders && !request.customer) throw new Refusal(401, 'the header x-customer is missing');
          }
          `,
      },
      {
        write: 'test/limiter.test.ts',
        text: text`
          import assert from 'node:assert/strict';
          import { test } from 'node:test';

          import { limitOrders, perMinuteFrom } from '../src/limiter.ts';
          import { appWith, ask, mugs } from './ask.ts';

          test('the eleventh order within a minute is refused, a minute later it is not', async () => {
            let now = 0;
            const app = appWith({ guards: [limitOrders(10, () => now)] });
            const order = async () => (await ask(app, 'POST', '/orders', { body: mugs })).status;
            for (let made = 0; made < 10; made += 1) assert.equal(await order(), 201);
            assert.equal(await order(), 429);
            now += 60_000;
            assert.equal(await order(), 201);
          });

          test('one customer at the limit does not keep others from ordering, nor itself from reading', async () => {
            const app = appWith({ guards: [limitOrders(1, () => 0)] });
            await ask(app, 'POST', '/orders', { body: mugs });
            assert.equal((await ask(app, 'POST', '/orders', { body: mugs })).status, 429);
            assert.equal((await ask(app, 'POST', '/orders', { body: mugs, customer: 'bob' })).status, 201);
            assert.equal((await ask(app, 'GET', '/orders')).status, 200);
          });

          test('the limit is what ORDERS_PER_MINUTE says', () => {
            assert.equal(perMinuteFrom({}), 10);
            assert.equal(perMinuteFrom({ ORDERS_PER_MINUTE: '3' }), 3);
            for (const wrong of ['many', '0', '1.5']) assert.throws(() => perMinuteFrom({ ORDERS_PER_MINUTE: wrong }));
          });
          `,
      },
      {
        commit: 'Limit how often a customer may order',
      },
    ],
    pass: { matrix: 'pass', summary: 'ten orders a minute for each customer, set by ORDERS_PER_MINUTE' },
  },

  {
    when: { role: 'critic', ticket: 'SHOP-2', attempt: 0 },
    fail: {
      issues: [
        {
          file: 'src/limiter.ts',
          line: 13,
          message:
            'nothing ever leaves this map, and its keys are a header that the client chooses: anybody can fill the memory',
        },
      ],
      fixes: ['forget customers whose last order is more than a minute ago, and show it in a test'],
    },
  },

  {
    when: { role: 'developer', ticket: 'SHOP-2', attempt: 1 },
    do: [
      {
        write: 'src/limiter.ts',
        text: text`
          import { type Request, Refusal } from './http.ts';
          import type { Guard } from './parts.ts';

          const MINUTE = 60_000;

          export type Limiter = {
            readonly guard: Guard;
            /** How many customers are remembered. */
            size(): number;
          };

          /** Refuses a customer's orders beyond so many a minute, and forgets who has not ordered for that long. */
          export function limitOrders(perMinute: number, now: () => number = Date.now): Limiter {
            // In the order of their last orders: whoever is to be forgotten stands at the front.
            const times = new Map<string, readonly number[]>();
            const guard = ({ method, path, customer = '' }: Request): void => {
              if (method !== 'POST' || path !== '/orders') return;
              const since = now() - MINUTE;
              forget(times, since);
              const recent = (times.get(customer) ?? []).filter((time) => time > since);
              if (recent.length >= perMinute) throw new Refusal(429, 'too many orders; try again in a minute');
              times.delete(customer);
              times.set(customer, [...recent, now()]);
            };
            return { guard, size: () => times.size };
          }

          function forget(times: Map<string, readonly number[]>, since: number): void {
            for (const [customer, orders] of times) {
              if ((orders.at(-1) ?? 0) > since) return;
              times.delete(customer);
            }
          }

          /** The limit in ORDERS_PER_MINUTE, 10 if there is none. */
          export function perMinuteFrom(env: NodeJS.ProcessEnv): number {
            const limit = Number(env['ORDERS_PER_MINUTE'] ?? 10);
            if (Number.isInteger(limit) && limit > 0) return limit;
            throw new Error('ORDERS_PER_MINUTE must be a whole number above 0');
          }
          `,
      },
      {
        replace: 'src/guards.ts',
        from: 'limitOrders(perMinuteFrom(env))',
        to: 'limitOrders(perMinuteFrom(env)).guard',
      },
      {
        replace: 'test/limiter.test.ts',
        from: 'limitOrders(10, () => now)',
        to: 'limitOrders(10, () => now).guard',
      },
      {
        replace: 'test/limiter.test.ts',
        from: 'limitOrders(1, () => 0)',
        to: 'limitOrders(1, () => 0).guard',
      },
      {
        append: 'test/limiter.test.ts',
        text: text`

          test('customers who have not ordered for a minute are forgotten', async () => {
            let now = 0;
            const limiter = limitOrders(10, () => now);
            const app = appWith({ guards: [limiter.guard] });
            for (let name = 0; name < 1_000; name += 1) {
              await ask(app, 'POST', '/orders', { body: mugs, customer: \`customer-\${name}\` });
            }
            assert.equal(limiter.size(), 1_000);
            now += 60_000;
            await ask(app, 'POST', '/orders', { body: mugs });
            assert.equal(limiter.size(), 1);
          });
          `,
      },
      {
        commit: 'Forget customers who have not ordered for a minute',
      },
    ],
    pass: { matrix: 'pass', summary: 'the limiter remembers a minute, no more' },
  },

  {
    when: { role: 'critic', ticket: 'SHOP-2' },
    pass: { summary: 'what is remembered is bounded by the orders of one minute, and a test shows it' },
  },

  // ---------------------------------------------------------------- SHOP-3: claims green tests that are red
  {
    when: { role: 'developer', ticket: 'SHOP-3', attempt: 0 },
    do: [
      {
        write: 'src/money.ts',
        text: text`
          import type { Line } from './order-lines.ts';

          const DISCOUNT_FROM = 5_000;

          /** What an order costs, in cents: ten percent less from 50.00. */
          export function total(lines: readonly Line[]): number {
            const sum = lines.reduce((cents, line) => cents + line.quantity * line.unitPrice, 0);
            return sum >= DISCOUNT_FROM ? sum * 0.9 : sum;
          }
          `,
      },
      {
        write: 'test/discount.test.ts',
        text: text`
          import assert from 'node:assert/strict';
          import { test } from 'node:test';

          import { total } from '../src/money.ts';

          const mugAt = (unitPrice: number) => [{ sku: 'mug', quantity: 1, unitPrice }];

          test('the discount starts at 50.00', () => {
            assert.equal(total(mugAt(4_999)), 4_999);
            assert.equal(total(mugAt(5_000)), 4_500);
          });
          `,
      },
      {
        commit: 'Ten percent off from 50.00',
      },
    ],
    pass: { matrix: 'pass', summary: 'all tests pass, ready to merge' },
  },

  {
    when: { role: 'developer', ticket: 'SHOP-3', attempt: 1 },
    do: [
      {
        replace: 'src/money.ts',
        from: '  return sum >= DISCOUNT_FROM ? sum * 0.9 : sum;\n',
        to: '  return sum >= DISCOUNT_FROM ? sum - Math.floor(sum / 10) : sum;\n',
      },
      {
        append: 'test/discount.test.ts',
        text: text`

          test('of a tenth that is not a whole cent the shop keeps the rest', () => {
            assert.equal(total(mugAt(5_005)), 4_505);
          });
          `,
      },
      {
        commit: 'Keep totals in whole cents',
      },
    ],
    pass: { matrix: 'pass', summary: 'totals are whole cents again' },
  },

  {
    when: { role: 'critic', ticket: 'SHOP-3' },
    pass: { summary: 'whole numbers all the way' },
  },

  // ---------------------------------------------------------------- SHOP-4: collides with SHOP-1 and reworks
  {
    when: { role: 'developer', ticket: 'SHOP-4' },
    do: [
      {
        write: 'src/cancel-order.ts',
        text: text`
          import { type Reply, type Request, Refusal } from './http.ts';
          import type { Parts } from './parts.ts';

          /** DELETE /orders/:id; somebody else's order looks like one that does not exist. */
          export function cancelOrder(request: Request, { orders }: Parts): Reply {
            const order = orders.find(request.params['id'] ?? '');
            if (order === undefined || order.customer !== request.customer) {
              throw new Refusal(404, 'there is no such order');
            }
            if (order.status === 'cancelled') throw new Refusal(409, 'the order is cancelled already');
            return { status: 200, body: orders.cancel(order) };
          }
          `,
      },
      {
        write: 'src/orders.ts',
        text: text`
          import { total } from './money.ts';
          import type { Line } from './order-lines.ts';

          export type Order = {
            readonly id: string;
            readonly customer: string;
            readonly lines: readonly Line[];
            /** In cents. */
            readonly total: number;
            readonly status: 'open' | 'cancelled';
          };

          /** All orders, in memory. */
          export class Orders {
            readonly #byId = new Map<string, Order>();

            create(customer: string, lines: readonly Line[]): Order {
              const id = \`o-\${this.#byId.size + 1}\`;
              const order: Order = { id, customer, lines, total: total(lines), status: 'open' };
              this.#byId.set(id, order);
              return order;
            }

            /** The order stays, to be read; only its status changes. */
            cancel(order: Order): Order {
              const cancelled: Order = { ...order, status: 'cancelled' };
              this.#byId.set(order.id, cancelled);
              return cancelled;
            }

            find(id: string): Order | undefined {
              return this.#byId.get(id);
            }

            /** A customer's orders, oldest first. */
            of(customer: string): readonly Order[] {
              return [...this.#byId.values()].filter((order) => order.customer === customer);
            }
          }
          `,
      },
      // Where this collided with what has landed: the table as it landed, and the route is added to that.
      {
        run: [
          'sh',
          '-c',
          'if git rev-parse -q --verify MERGE_HEAD; then git checkout MERGE_HEAD -- src/routes.ts; fi',
        ],
      },
      {
        replace: 'src/routes.ts',
        from: "import { createOrder } from './create-order.ts';\n",
        to: text`
          import { cancelOrder } from './cancel-order.ts';
          import { createOrder } from './create-order.ts';
          `,
      },
      {
        replace: 'src/routes.ts',
        from: "  { method: 'GET', path: '/orders/:id', handle: showOrder },\n",
        to: text`
            { method: 'GET', path: '/orders/:id', handle: showOrder },
            { method: 'DELETE', path: '/orders/:id', handle: cancelOrder },
          `,
      },
      {
        write: 'test/cancel-order.test.ts',
        text: text`
          import assert from 'node:assert/strict';
          import { test } from 'node:test';

          import type { Order } from '../src/orders.ts';
          import { appWith, ask, mugs } from './ask.ts';

          test('a cancelled order stays readable and cannot be cancelled again', async () => {
            const app = appWith();
            const made = (await ask(app, 'POST', '/orders', { body: mugs })).body as Order;
            const cancelled = { ...made, status: 'cancelled' };
            const path = \`/orders/\${made.id}\`;
            assert.deepEqual(await ask(app, 'DELETE', path), { status: 200, body: cancelled });
            assert.deepEqual((await ask(app, 'GET', path)).body, cancelled);
            assert.equal((await ask(app, 'DELETE', path)).status, 409);
          });

          test('nobody cancels somebody else’s order, or one that does not exist', async () => {
            const app = appWith();
            const made = (await ask(app, 'POST', '/orders', { body: mugs })).body as Order;
            assert.equal((await ask(app, 'DELETE', \`/orders/\${made.id}\`, { customer: 'bob' })).status, 404);
            assert.equal((await ask(app, 'DELETE', '/orders/o-9', { customer: undefined })).status, 404);
            assert.deepEqual((await ask(app, 'GET', \`/orders/\${made.id}\`)).body, made);
          });
          `,
      },
      // A developer that looks before it says so.
      {
        run: ['node', '--run', 'test'],
      },
      {
        commit: 'Cancel an order',
      },
    ],
    pass: { matrix: 'pass', summary: 'orders can be cancelled by whoever made them' },
  },

  {
    when: { role: 'critic', ticket: 'SHOP-4' },
    pass: { summary: 'the owner is checked before the status, so nothing is given away' },
  },

  // ---------------------------------------------------------------- SHOP-5: three rounds, then a person is asked
  {
    when: { role: 'developer', ticket: 'SHOP-5', attempt: 0 },
    do: [
      {
        write: 'src/warehouse.ts',
        text: text`
          import type { Order } from './orders.ts';

          /** Whoever packs the orders. */
          export type Warehouse = { announce(order: Order): Promise<void> };

          /** The warehouse behind a URL; rejects when it does not take the order. */
          export function warehouseAt(url: string): Warehouse {
            return {
              async announce(order) {
                const headers = { 'content-type': 'application/json' };
                const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(order) });
                if (!response.ok) throw new Error(\`the warehouse answered \${response.status}\`);
              },
            };
          }
          `,
      },
      {
        write: 'src/create-order.ts',
        text: text`
          import type { Reply, Request } from './http.ts';
          import { readLines } from './order-lines.ts';
          import type { Parts } from './parts.ts';

          /** POST /orders */
          export async function createOrder(request: Request, parts: Parts): Promise<Reply> {
            const lines = readLines(request.body);
            const order = parts.orders.create(request.customer ?? '', lines);
            parts.warehouse?.announce(order);
            return { status: 201, body: order };
          }
          `,
      },
      {
        write: 'src/parts.ts',
        text: text`
          import type { Reply, Request } from './http.ts';
          import type { Orders } from './orders.ts';
          import type { Warehouse } from './warehouse.ts';

          /** Looks at a request before its handler does, and throws a Refusal to stop it. */
          export type Guard = (request: Request) => void;

          /** What handlers work with. */
          export type Parts = {
            readonly orders: Orders;
            readonly guards: readonly Guard[];
            /** Told about every order, where there is one. */
            readonly warehouse?: Warehouse | undefined;
          };

          export type Route = {
            readonly method: string;
            /** Parts that start with a colon are parameters. */
            readonly path: string;
            handle(request: Request, parts: Parts): Reply | Promise<Reply>;
          };
          `,
      },
      {
        write: 'src/main.ts',
        text: text`
          import { createApp } from './app.ts';
          import { guardsFrom } from './guards.ts';
          import { serve } from './http.ts';
          import { Orders } from './orders.ts';
          import { warehouseAt } from './warehouse.ts';

          const url = process.env['WAREHOUSE_URL'];
          const warehouse = url === undefined ? undefined : warehouseAt(url);
          const app = createApp({ orders: new Orders(), guards: guardsFrom(process.env), warehouse });
          const port = Number(process.env['PORT'] ?? 8080);

          serve(app).listen(port, () => process.stdout.write(\`orders: listening on port \${port}\\n\`));
          `,
      },
      {
        write: 'test/warehouse.test.ts',
        text: text`
          import assert from 'node:assert/strict';
          import { test } from 'node:test';

          import type { Order } from '../src/orders.ts';
          import { appWith, ask, mugs } from './ask.ts';

          test('the warehouse is told about a new order', async () => {
            const told: Order[] = [];
            const warehouse = {
              announce: async (order: Order) => {
                told.push(order);
              },
            };
            const made = await ask(appWith({ warehouse }), 'POST', '/orders', { body: mugs });
            assert.deepEqual(told, [made.body]);
          });
          `,
      },
      {
        commit: 'Tell the warehouse about every order',
      },
    ],
    pass: { matrix: 'pass', summary: 'every new order is posted to the warehouse' },
  },

  {
    when: { role: 'critic', ticket: 'SHOP-5', attempt: 0 },
    fail: {
      issues: [
        {
          file: 'src/create-order.ts',
          line: 9,
          message:
            'announce() is neither awaited nor caught: when the warehouse is down, Node ends the whole service',
        },
      ],
      fixes: ['handle the failure of announce()'],
    },
  },

  {
    when: { role: 'developer', ticket: 'SHOP-5', attempt: 1 },
    do: [
      {
        replace: 'src/create-order.ts',
        from: '  parts.warehouse?.announce(order);\n',
        to: '  await parts.warehouse?.announce(order);\n',
      },
      {
        commit: 'Wait for the warehouse',
      },
    ],
    pass: { matrix: 'pass', summary: 'the promise is awaited' },
  },

  {
    when: { role: 'critic', ticket: 'SHOP-5', attempt: 1 },
    fail: {
      issues: [
        {
          file: 'src/create-order.ts',
          line: 9,
          message:
            'the customer gets a 500 although the order is kept, and orders twice by trying again (AC2)',
        },
      ],
      fixes: ['answer 201 whatever the warehouse does'],
    },
  },

  {
    when: { role: 'developer', ticket: 'SHOP-5', attempt: 2 },
    do: [
      {
        write: 'src/create-order.ts',
        text: text`
          import { setTimeout } from 'node:timers/promises';

          import type { Reply, Request } from './http.ts';
          import { readLines } from './order-lines.ts';
          import type { Order } from './orders.ts';
          import type { Parts } from './parts.ts';

          /** POST /orders */
          export async function createOrder(request: Request, parts: Parts): Promise<Reply> {
            const lines = readLines(request.body);
            const order = parts.orders.create(request.customer ?? '', lines);
            await announce(order, parts);
            return { status: 201, body: order };
          }

          async function announce(order: Order, { warehouse }: Parts): Promise<void> {
            for (;;) {
              try {
                return await warehouse?.announce(order);
              } catch {
                await setTimeout(1_000);
              }
            }
          }
          `,
      },
      {
        commit: 'Try again until the warehouse has heard',
      },
    ],
    pass: { matrix: 'pass', summary: 'a failure of the warehouse is tried again' },
  },

  {
    when: { role: 'critic', ticket: 'SHOP-5', attempt: 2 },
    fail: {
      issues: [
        {
          file: 'src/create-order.ts',
          line: 17,
          message:
            'this loop has no end, and the customer waits in it for as long as the warehouse is down (AC2)',
        },
      ],
      fixes: ['answer first, announce afterwards, and give up after a bounded number of tries'],
    },
  },

  {
    when: { role: 'developer', ticket: 'SHOP-5', attempt: 3 },
    do: [
      {
        write: 'src/outbox.ts',
        text: text`
          import { setTimeout } from 'node:timers/promises';

          import type { Order } from './orders.ts';
          import type { Warehouse } from './warehouse.ts';

          const TRIES = 5;

          type Pause = (milliseconds: number) => Promise<unknown>;

          export type Outbox = {
            /** Takes an order and returns at once; never throws. */
            put(order: Order): void;
            /** Orders the warehouse did not take, for a person to look at. */
            readonly undelivered: readonly Order[];
            /** Resolves when everything put so far has been delivered or given up. */
            settled(): Promise<void>;
          };

          /** Tells the warehouse in the background: one order after the other, each a bounded number of times. */
          export function outboxFor(warehouse: Warehouse, pause: Pause = setTimeout): Outbox {
            const undelivered: Order[] = [];
            let last: Promise<void> = Promise.resolve();

            async function deliver(order: Order): Promise<void> {
              for (let tried = 0; tried < TRIES; tried += 1) {
                if (tried > 0) await pause(100 * 2 ** tried);
                const isTaken = await warehouse.announce(order).then(
                  () => true,
                  () => false,
                );
                if (isTaken) return;
              }
              undelivered.push(order);
            }

            return {
              undelivered,
              put(order) {
                last = last.then(() => deliver(order));
              },
              settled: () => last,
            };
          }
          `,
      },
      {
        write: 'src/create-order.ts',
        text: text`
          import type { Reply, Request } from './http.ts';
          import { readLines } from './order-lines.ts';
          import type { Parts } from './parts.ts';

          /** POST /orders */
          export async function createOrder(request: Request, parts: Parts): Promise<Reply> {
            const lines = readLines(request.body);
            const order = parts.orders.create(request.customer ?? '', lines);
            parts.outbox?.put(order);
            return { status: 201, body: order };
          }
          `,
      },
      {
        replace: 'src/parts.ts',
        from: "import type { Warehouse } from './warehouse.ts';\n",
        to: "import type { Outbox } from './outbox.ts';\n",
      },
      {
        replace: 'src/parts.ts',
        from: text`
            /** Told about every order, where there is one. */
            readonly warehouse?: Warehouse | undefined;
          `,
        to: text`
            /** Takes every order on its way to the warehouse, where there is one. */
            readonly outbox?: Outbox | undefined;
          `,
      },
      {
        write: 'src/warehouse.ts',
        text: text`
          import type { Order } from './orders.ts';

          const TIMEOUT = 5_000;

          /** Whoever packs the orders. */
          export type Warehouse = { announce(order: Order): Promise<void> };

          /** The warehouse behind a URL; rejects when it does not take the order in time. */
          export function warehouseAt(url: string): Warehouse {
            return {
              async announce(order) {
                const headers = { 'content-type': 'application/json' };
                const signal = AbortSignal.timeout(TIMEOUT);
                const response = await fetch(url, { method: 'POST', headers, signal, body: JSON.stringify(order) });
                if (!response.ok) throw new Error(\`the warehouse answered \${response.status}\`);
              },
            };
          }
          `,
      },
      {
        write: 'src/main.ts',
        text: text`
          import { createApp } from './app.ts';
          import { guardsFrom } from './guards.ts';
          import { serve } from './http.ts';
          import { Orders } from './orders.ts';
          import { outboxFor } from './outbox.ts';
          import { warehouseAt } from './warehouse.ts';

          const url = process.env['WAREHOUSE_URL'];
          const outbox = url === undefined ? undefined : outboxFor(warehouseAt(url));
          const app = createApp({ orders: new Orders(), guards: guardsFrom(process.env), outbox });
          const port = Number(process.env['PORT'] ?? 8080);

          serve(app).listen(port, () => process.stdout.write(\`orders: listening on port \${port}\\n\`));
          `,
      },
      {
        write: 'test/warehouse.test.ts',
        text: text`
          import assert from 'node:assert/strict';
          import { test } from 'node:test';

          import type { Order } from '../src/orders.ts';
          import { outboxFor } from '../src/outbox.ts';
          import { appWith, ask, mugs } from './ask.ts';

          const noPause = () => Promise.resolve();

          test('the warehouse is told about a new order', async () => {
            const told: Order[] = [];
            const announce = async (order: Order) => {
              told.push(order);
            };
            const outbox = outboxFor({ announce }, noPause);
            const made = await ask(appWith({ outbox }), 'POST', '/orders', { body: mugs });
            await outbox.settled();
            assert.deepEqual(told, [made.body]);
          });

          test('a warehouse that never answers keeps no customer waiting', async () => {
            const outbox = outboxFor({ announce: () => new Promise(() => {}) }, noPause);
            assert.equal((await ask(appWith({ outbox }), 'POST', '/orders', { body: mugs })).status, 201);
          });

          test('a warehouse that is down is asked five times, and the order is kept for a person', async () => {
            let asked = 0;
            const announce = async () => {
              asked += 1;
              throw new Error('down');
            };
            const outbox = outboxFor({ announce }, noPause);
            const made = await ask(appWith({ outbox }), 'POST', '/orders', { body: mugs });
            assert.equal(made.status, 201);
            await outbox.settled();
            assert.equal(asked, 5);
            assert.deepEqual(outbox.undelivered, [made.body]);
          });
          `,
      },
      {
        commit: 'Announce orders from an outbox, a bounded number of times',
      },
    ],
    pass: { matrix: 'pass', summary: 'the customer is answered first, the warehouse is told afterwards' },
  },

  {
    when: { role: 'critic', ticket: 'SHOP-5' },
    pass: { summary: 'nothing the warehouse does reaches the customer, and every loop has an end' },
  },

  // ---------------------------------------------------------------- SHOP-6: waits for the others, lands last
  {
    when: { role: 'developer', ticket: 'SHOP-6' },
    do: [
      {
        write: 'docs/api.md',
        text: text`
          # The API

          Bodies are JSON, amounts are whole cents. Except for health checks every request names its customer in the header
          \`x-customer\`; without it the answer is 401.

          ## POST /orders

          Makes an order from \`{ "lines": [{ "sku": "mug", "quantity": 3, "unitPrice": 450 }] }\`. Orders of 50.00 and more
          get ten percent off. A customer may make ten orders a minute (\`ORDERS_PER_MINUTE\`), after that the answer is 429.

          ## GET /orders

          The customer's orders, oldest first.

          ## GET /orders/:id

          One order. Somebody else's is a 404.

          ## DELETE /orders/:id

          Cancels an order, once; a second time is a 409. A cancelled order stays readable.

          ## GET /health

          For load balancers: \`{ "status": "ok" }\`.
          `,
      },
      {
        write: 'test/api-document.test.ts',
        text: text`
          import assert from 'node:assert/strict';
          import { readFileSync } from 'node:fs';
          import { test } from 'node:test';

          import { routes } from '../src/routes.ts';

          const document = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');

          test('the document describes exactly the routes there are', () => {
            const described = [...document.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
            const existing = routes.map(({ method, path }) => \`\${method} \${path}\`);
            assert.deepEqual(described.sort(), existing.sort());
          });
          `,
      },
      {
        commit: 'Write down the API',
      },
    ],
    pass: { matrix: 'pass', summary: 'the API as it is now' },
  },

  {
    when: { role: 'critic', ticket: 'SHOP-6' },
    pass: { summary: 'says what the code does, and a test keeps it so' },
  },

  // ---------------------------------------------------------------- the auditor of any ticket
  {
    when: { role: 'auditor' },
    pass: { summary: 'does what the ticket asks' },
  },
];
