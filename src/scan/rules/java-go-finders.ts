import { goRoutes } from '../facts/routes-go.ts';
import { javaRoutes } from '../facts/routes-java.ts';
import { goEntities } from '../facts/entities-go.ts';
import { javaEntities } from '../facts/entities-java.ts';
import { goDomainValues } from '../facts/domain-values-syntax.ts';
import { goTests } from '../facts/tests-go.ts';
import { javaTests } from '../facts/tests-java.ts';
import { goUnsaved } from '../facts/unsaved-go.ts';
import { javaUnsaved } from '../facts/unsaved-java.ts';
import { safetyInGo } from '../safety/in-go.ts';
import { safetyInJava } from '../safety/in-java.ts';
import type { SyntaxFinder } from '../rule.ts';

/** Everything that learns facts from Java. */
export const javaFinders: readonly SyntaxFinder[] = [
  javaRoutes,
  javaTests,
  javaEntities,
  safetyInJava,
  javaUnsaved,
];

/** Everything that learns facts from Go. */
export const goFinders: readonly SyntaxFinder[] = [
  goRoutes,
  goTests,
  goDomainValues,
  goEntities,
  safetyInGo,
  goUnsaved,
];
