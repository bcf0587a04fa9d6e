// `npm run reference`: writes docs/reference.md; a test holds that it is current.
import { writeFileSync } from 'node:fs';

import { referenceFile, referencePage } from './reference-page.ts';

writeFileSync(referenceFile, referencePage());
