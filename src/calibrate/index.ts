export { chanceOf } from './chance.ts';
export { type Bearer, chooseDefects } from './choose-defects.ts';
export { type ChangedText, type Planted, severityOf } from './kinds.ts';
export { type Fix, sortPast, survives } from './past-commits.ts';
export { revertedFix } from './reverted-fix.ts';
export { canBear } from './sites.ts';
