// Everything that loads the parsers of programs. The build makes one file of it, which is loaded when a scan begins: loading
// it takes longer than to start a command.
export { hasFunctions, takeOut } from '../../../packages/scan/index.ts';
export { libraryView } from './library-view.ts';
export { newlyExposed } from './newly-exposed.ts';
export { scanChange } from '../review/scan-change.ts';
export { scanChecksOf, scanLines, scansOfChange, unseenFinding } from './scans.ts';
export { scansOf } from '../team-audit/audit-scans.ts';
