// What the host of a scan passes in, for tests of the scans, which import nothing of `src`.
export { secretDetection } from '../../src/detect/index.ts';
export { grammarsFor, openGrammars } from '../../src/files/index.ts';
