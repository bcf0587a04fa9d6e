import { baseChecks } from './base-checks.ts';
import { claims } from './claims.ts';
import { coordination } from './coordination.ts';
import { criteria } from './criteria.ts';
import { delivery } from './delivery.ts';
import type { Gate } from './gate.ts';
import { noticed } from './noticed.ts';
import { oddities } from './oddities.ts';
import { gitFacts } from './git-facts.ts';
import { protectedFiles } from './protected-files.ts';
import { putBack } from './put-back.ts';
import { commitMessage, preCommit } from './repository-hooks.ts';
import { scans } from './scans.ts';
import { scope } from './scope.ts';
import { secrets } from './secrets.ts';
import { tampering } from './tampering.ts';
import { testsRun } from './tests-not-run.ts';
import { verification } from './verification.ts';

/** What is asked of work and of a merged tree, in this order: cheap ones first. */
const workGates: readonly Gate[] = [
  secrets,
  protectedFiles,
  scope,
  oddities,
  tampering,
  coordination,
  verification,
  testsRun,
  criteria,
  baseChecks,
  preCommit,
];

/** What is asked of a merged tree and of its commit. */
export const landingGates: readonly Gate[] = [...workGates, commitMessage];

/** What is asked of a delivered commit; the branch facts come before all of them. */
export const validationGates: readonly Gate[] = [delivery, putBack, scans, ...workGates, claims, noticed];

/** What will be refused whatever the ticket says, in the words of the gates that refuse it. */
export const refusals: readonly string[] = [gitFacts, ...validationGates].flatMap(({ tells = [] }) => tells);
