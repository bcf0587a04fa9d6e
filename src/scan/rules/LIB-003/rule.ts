import type { LibraryRule } from '../../rule.ts';

export const rule: LibraryRule = {
  id: 'LIB-003',
  family: 'library',
  kind: 'library',
  severity: 'HIGH',
  confidence: 'high',
  fault: 'signature',
  title: "A library's function is called in a way that its installed declaration does not allow",
  why: 'Arguments that are too few, too many or of another kind are ignored or fail while the program runs.',
  fix: 'Call it as the cited declaration says.',
};
