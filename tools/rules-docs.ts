// `npm run rules:docs`: writes docs/rules.md; a test holds that it is current.
import { writeFileSync } from 'node:fs';

import { rulesFile, rulesPage } from './rules-page.ts';

writeFileSync(rulesFile, rulesPage());
