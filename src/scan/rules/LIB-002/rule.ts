import type { LibraryRule } from '../../rule.ts';

export const rule: LibraryRule = {
  id: 'LIB-002',
  family: 'library',
  kind: 'library',
  severity: 'HIGH',
  confidence: 'high',
  fault: 'missing',
  title: 'Something is imported or used that the installed version of a library does not have',
  why: 'The code was written for another version, or from memory: it fails when it is loaded or called.',
  fix: 'Look at the cited declaration and use what the installed version has, or install the version the code was written for.',
};
