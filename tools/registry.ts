// `npm run registry`: writes the files that are made of others; a test holds that they are current.
import { writeFileSync } from 'node:fs';

import { programsFile, programsText } from './programs-file.ts';
import { factKindsFile, factKindsText, registryFile, registryText } from './registry-file.ts';

writeFileSync(registryFile, registryText());
writeFileSync(factKindsFile, factKindsText());
writeFileSync(programsFile, programsText());
