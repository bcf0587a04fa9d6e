import { createHash } from 'node:crypto';
import { ontoOf, type AssignmentEvent, type Stage } from '../../model/events.ts';
import type { Enforcement } from '../../ports/processes.ts';

/** Kinds of work, by what a machine has to have for it: agents that write, agents that judge, or the project's tools. */
export const kinds = ['verify', 'critic', 'developer'] as const;

export type Kind = (typeof kinds)[number];

/** Null: the coordinator does it itself, because it moves the epic branch or costs nothing. */
const kindIn: Readonly<Record<Stage, Kind | null>> = {
  baseline: 'verify',
  develop: 'developer',
  validate: 'verify',
  review: 'critic',
  audit: 'critic',
  confirm: 'verify',
  merge: null,
  gate: 'verify',
  land: null,
  survey: 'verify',
  reconcile: 'critic',
  recover: 'critic',
  team: 'critic',
  score: null,
};

/** Nearest to landing first: what is nearly done frees its place, and others wait for it. */
const urgency: Readonly<Record<Stage, number>> = {
  baseline: 12,
  gate: 11,
  land: 10,
  merge: 9,
  confirm: 8,
  audit: 7,
  review: 6,
  validate: 5,
  score: 4,
  team: 3,
  reconcile: 2,
  recover: 2,
  survey: 2,
  develop: 1,
};

export function kindOf(assignment: AssignmentEvent): Kind | null {
  return assignment.type === 'wait_started' ? null : kindIn[assignment.stage];
}

/** A gate on a guess comes after the validation of new work: deep speculation must not starve it. */
export function priorityOf(assignment: AssignmentEvent): number {
  return ontoOf(assignment) === undefined ? urgency[assignment.stage] : urgency.validate - 1;
}

/** What a machine has to be to take a piece of work. */
export type WantedWork = {
  readonly kind: Kind;
  /** Machines of different releases do not take each other's work: they might judge it by different rules. */
  readonly version: string;
  /** A run that was promised walls goes only where they are. */
  readonly enforcement: Enforcement;
  /** Only machines with this label; null: any. */
  readonly label: string | null;
};

export function queueName({ kind, version, enforcement, label }: WantedWork): string {
  const safe = (text: string): string => text.replaceAll(/[^\w.-]/g, '_').slice(0, 60);
  return ['gauntlet', kind, safe(version), enforcement, ...(label === null ? [] : [safe(label)])].join('-');
}

type Machine = Omit<WantedWork, 'kind' | 'label'> & {
  readonly kinds: readonly Kind[];
  readonly labels: readonly string[];
};

/** Every queue a machine may serve, what is nearest to landing first. */
export function queuesOf({ kinds: served, version, enforcement, labels }: Machine): readonly string[] {
  const walls = enforcement === 'enforced' ? (['enforced', 'verified'] as const) : (['verified'] as const);
  return served.flatMap((kind) =>
    walls.flatMap((each) =>
      [null, ...labels].map((label) => queueName({ kind, version, enforcement: each, label })),
    ),
  );
}

const NAMESPACE = 'gauntlet assignment';

/** The same run of the same epic is the same job, whoever sends it and however often (a UUID of version 5). */
export function jobId(epic: string, run: number): string {
  const hash = createHash('sha1').update(`${NAMESPACE}\0${epic}\0${run}`).digest().subarray(0, 16);
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
