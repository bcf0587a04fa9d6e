/**
 * How far the scans can be believed on projects whose mistakes are known: precision and recall per family, with every
 * miss and false alarm. Ends with 1 where too much is missed or too much is said.
 *
 *   node tools/scan-truth.ts
 */
import { runTruth } from '../test/truth/run-truth.ts';
import { bounds, tableOf } from '../test/truth/table.ts';

const truth = await runTruth();
console.log(tableOf(truth));
const { precision, recall } = bounds(truth);
process.exitCode = precision < 0.95 || recall < 0.9 ? 1 : 0;
