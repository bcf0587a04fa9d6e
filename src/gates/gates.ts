import { baseChecks } from './base-checks.ts';
import { claims } from './claims.ts';
import { coordination } from './coordination.ts';
import { criteria } from './criteria.ts';
import { delivery } from './delivery.ts';
import type { Gate } from './gate.ts';
import { oddities } from './oddities.ts';
import { gitFacts } from './git-facts.ts';
import { protectedFiles } from './protected-files.ts';
import { putBack } from './put-back.ts';
import { scope } from './scope.ts';
import { secrets } from './secrets.ts';
import { tampering } from './tampering.ts';
import { verification } from './verification.ts';

/** What is asked of a merged tree, in this order: cheap ones first. */
export const landingGates: readonly Gate[] = [
  secrets,
  protectedFiles,
  scope,
  oddities,
  tampering,
  coordination,
  verification,
  criteria,
  baseChecks,
];

/** What is asked of a delivered commit; the branch facts come before all of them. */
export const validationGates: readonly Gate[] = [delivery, putBack, ...landingGates, claims];

/** What will be refused whatever the ticket says, in the words of the gates that refuse it. */
export const refusals: readonly string[] = [gitFacts, ...validationGates].flatMap(({ tells = [] }) => tells);
