// `npm run ledger`: takes off the list of open requirements what tests prove by now. It never adds one: a
// requirement that lost its proof needs its test back.
import { writeFileSync } from 'node:fs';

import { openFile, proofOfRepository, storedOpenList } from '../test/ledger.ts';

const stored = storedOpenList();
const proof = proofOfRepository();
const rule = stored.rule.filter((id) => !proof.rule.has(id));
const path = stored.path.filter((id) => !proof.path.has(id));
writeFileSync(openFile, `${JSON.stringify({ rule, path }, undefined, 2)}\n`);
console.log(`open as rule: ${rule.length}, on the path: ${path.length}`);
