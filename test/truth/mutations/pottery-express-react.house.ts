import type { Mutation } from '../mutation.ts';

export const mutations: readonly Mutation[] = [
  // ASSET, SEC, PROJ
  {
    rule: 'ASSET-001',
    what: 'the icon is deleted',
    file: 'web/public/favicon.svg',
    find: null,
    put: null,
    at: 'web/index.html',
  },
  {
    rule: 'ASSET-001',
    what: 'a picture that was never added',
    file: 'web/src/pages/LoginPage.tsx',
    find: `      {problem && <p role="alert">{problem}</p>}`,
    put: `      <img src="/images/studio.jpg" alt="The studio" />
      {problem && <p role="alert">{problem}</p>}`,
  },
  {
    rule: 'ASSET-002',
    what: 'the texture is deleted',
    file: 'web/src/assets/grain.svg',
    find: null,
    put: null,
    at: 'web/src/index.css',
  },
  {
    rule: 'ASSET-003',
    what: 'the logo is imported by another name',
    file: 'web/src/components/Header.tsx',
    find: `'../assets/bowl.svg'`,
    put: `'../assets/logo.png'`,
    also: ['ORPHAN-001'],
  },
  {
    rule: 'SEC-001',
    what: 'the secret of the tokens is written in',
    file: 'server/src/env.ts',
    find: `jwtSecret: required('JWT_SECRET'),`,
    put: `jwtSecret: 'k7Jx92mQ¦vLz0TnP4sWdYh8Rb',`,
  },
  {
    rule: 'SEC-001',
    what: 'a payment key in the client',
    file: 'web/src/api/client.ts',
    find: `export const client =`,
    put: `const STRIPE_KEY = 'sk_¦live_51HxT2bKq9ZrWmUe7Yc3NfLp0Vd8Ga';

export const client =`,
  },
  {
    rule: 'SEC-001',
    what: 'the address of the database with its password',
    file: 'server/src/db.ts',
    find: `new PrismaClient();`,
    put: `new PrismaClient({ datasourceUrl: 'postgresql://admin:Tr0ub4dor¦X9q@db.pottery.io:5432/prod' });`,
  },
];
