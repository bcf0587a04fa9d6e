// `npm run registry`: writes src/scan/rules/registry.generated.ts; a test holds that it is current.
import { writeFileSync } from 'node:fs';

import { registryFile, registryText } from './registry-file.ts';

writeFileSync(registryFile, registryText());
