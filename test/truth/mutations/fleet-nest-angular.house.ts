import type { Mutation } from '../mutation.ts';

const vehiclesHtml = 'apps/web/src/app/vehicles/vehicles.component.html';
const styles = 'apps/web/src/styles.scss';

export const mutations: readonly Mutation[] = [
  // ASSET
  {
    rule: 'ASSET-001',
    what: 'the icon is gone',
    file: 'apps/web/src/assets/van.png',
    find: null,
    put: null,
    at: 'apps/web/src/index.html',
  },
  {
    rule: 'ASSET-002',
    what: 'the road is gone',
    file: 'apps/web/src/assets/road.webp',
    find: null,
    put: null,
    at: styles,
  },
  {
    rule: 'ASSET-001',
    what: 'a picture in a template that is not there',
    file: vehiclesHtml,
    find: '<p>No vehicles yet.</p>',
    put: '<img src="assets/empty.svg" alt="" /><p>No vehicles yet.</p>',
  },
  // SEC
  {
    rule: 'SEC-001',
    what: 'the secret of the tokens in the module',
    file: 'apps/api/src/auth/auth.module.ts',
    find: `secret: process.env.JWT_SECRET`,
    put: `secret: 'hT9w¦Kq2Lm8Zx4Vb6Rn1Pd'`,
  },
  {
    rule: 'SEC-001',
    what: 'the password of the database in the module',
    file: 'apps/api/src/app.module.ts',
    find: `password: process.env.DB_PASSWORD`,
    put: `password: 'fL33t¦Pr0d_2024x'`,
  },
  {
    rule: 'SEC-001',
    what: 'a key of a cloud in the compose file',
    file: 'docker-compose.yml',
    find: `      PORT: '3000'`,
    put: `      PORT: '3000'
      AWS_ACCESS_KEY_ID: AKIA¦Z7Q4NTX2RM5WPLKD
      AWS_SECRET_ACCESS_KEY: 8dKf2¦nVq0ZxRt6LwYp9Bm3HsJcAe5UgTi7Oa4Nk`,
  },
];
