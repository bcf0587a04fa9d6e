import type { Mutation } from '../mutation.ts';

const model = 'server/internal/orders/model.go';
const store = 'server/internal/orders/store.go';
const api = 'web/src/api.ts';

export const mutations: readonly Mutation[] = [
  {
    rule: 'XREF-001',
    what: 'the page asks below another word',
    file: api,
    find: 'fetch(`/api/orders/search?bread=${encodeURIComponent(bread)}`)',
    put: 'fetch(`/api/breads/search?bread=${encodeURIComponent(bread)}`)',
  },
  {
    rule: 'XREF-002',
    what: 'the page patches what is put',
    file: api,
    find: "{ method: 'PUT' }",
    put: "{ method: 'PATCH' }",
  },
  {
    rule: 'ENUM-002',
    what: 'the page knows a status that the server does not',
    file: api,
    find: "'ready' | 'delivered'",
    put: "'ready' | 'handed-over'",
  },
  {
    rule: 'ENUM-002',
    what: 'a status is renamed in the server alone',
    file: model,
    find: '"baking"',
    put: '"in_oven"',
    at: '*',
  },
  {
    rule: 'DB-001',
    what: 'a statement asks for a status that is never stored',
    file: store,
    find: "status = 'ready'",
    put: "status = 'READY'",
  },
  {
    rule: 'DB-004',
    what: 'the status of a new order is given by nobody',
    file: store,
    find: 'Count: count, Status: StatusPlaced}',
    put: 'Count: count}',
    at: model,
  },
  {
    rule: 'DEPLOY-001',
    what: 'the server listens elsewhere',
    file: 'server/cmd/bakery/main.go',
    find: '":8080"',
    put: '":9000"',
    at: '*',
  },
  {
    rule: 'DEPLOY-002',
    what: 'a variable is set nowhere',
    file: 'server/internal/config/config.go',
    find: '\tsecret := os.Getenv("JWT_SECRET")\n',
    put: '\tmail := os.Getenv("MAIL_HOST")\n\tif mail == "" {\n\t\treturn Config{}, errors.New("MAIL_HOST is not set")\n\t}\n\tsecret := os.Getenv("JWT_SECRET")\n',
  },
];
