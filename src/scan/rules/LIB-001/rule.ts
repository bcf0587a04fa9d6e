import type { LibraryRule } from '../../rule.ts';

export const rule: LibraryRule = {
  id: 'LIB-001',
  family: 'library',
  kind: 'library',
  severity: 'MEDIUM',
  confidence: 'high',
  fault: 'deprecated',
  title: "A library's function, type or option is used that the installed version marks as deprecated",
  why: 'What is deprecated goes away with the next major version, and often works worse until then.',
  fix: 'Use what the declaration names instead, or leave it with a reason.',
};
