import { decimal, listOf, mapOf, nullable, oneOf, optional, truth, whole } from '../schema/shape.ts';
import { auditHealths } from './audit.ts';
import { convergenceHealths } from './convergence.ts';
import { severities } from './severity.ts';
import { count, hash, name, names, words } from './event-parts.ts';

/** A requirements document as it was counted; older journals have the three numbers alone. */
const countedShape = mapOf({
  total: count,
  checked: count,
  cycles: count,
  path: optional(words),
  health: optional(oneOf(convergenceHealths)),
  open: optional(names),
  escalated: optional(names),
  minRatio: optional(decimal(0, 1)),
  degradedRatio: optional(decimal(0, 1)),
});

/** The requirements documents at base, each under the audit that keeps it. */
export const documentsShape = optional(listOf(mapOf({ audit: name, counted: countedShape })));

/** How many items a recovery review has judged, and how many of them are not met. Older journals do not say. */
export const recoveredShape = { items: optional(count), open: optional(count) };

/** Numbers of seats in a stage. */
export const seatsShape = listOf(count, { most: 15 });

/** What a survey says before anybody judges. */
export const surveyShape = {
  recover: truth(),
  requirements: nullable(countedShape),
  /** How many are ticked or passed by reviews of this run, where that is more than the boxes say: those are ticked later. */
  passed: optional(count),
  /** Why a person has to be asked before anybody judges: the review cycles are used up (TEAM-12). */
  asks: optional(words),
  /** What is judged: the same commit for every auditor, and for the score. Older journals do not say. */
  commit: optional(hash),
  /** After a round of fixes: the seats that have to look again; without it all of them (TEAM-09). */
  again: optional(seatsShape),
};

/** The checks of a measurement of the base: which are not green, and which ran no test (REAL-02), as far as the journal says. */
export const testedShape = {
  red: names,
  inconclusive: names,
  /** Why they are not green, each in one line. */
  because: optional(words),
  checks: optional(count),
  noTest: optional(names),
  /** Checks that were ended before a test finished. */
  unfinished: optional(names),
};

/** What a score comes to. */
export const scoreShape = {
  overall: decimal(0, 1),
  /** Older journals do not say. */
  health: optional(oneOf(auditHealths)),
  move: oneOf(['passed', 'fix', 'stop']),
  kept: truth(),
  groups: whole(0, 100),
  because: words,
  /** Findings that fail an audit of what is there whatever its score, and from which severity. */
  failing: optional(whole(0, 1_000_000)),
  failOn: optional(oneOf(severities)),
  /** An open requirement has used up its review cycles: a person is asked before another round. */
  asks: optional(words),
};

/** Review cycles of a run that has stopped before they could be written into the document. */
export const recountedShape = { counted: countedShape };

/** Where ticks were written: a commit of the coordinator's own that changes nothing but the document (TEAM-26). */
export const ticksShape = {
  path: words,
  commit: hash,
  tree: hash,
  /** The document as it is with them; older journals do not say. */
  counted: optional(countedShape),
};
