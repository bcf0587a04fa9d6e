import {
  checkRole,
  type Detected,
  detectNeutralised,
  detectSecrets,
  type FileChange,
  protectedKinds,
  protectionOf,
  settingsAt,
  settingsPutBack,
} from '../../detect/index.ts';
import type { Ticket } from '../../model/epic.ts';
import { putBackGate } from '../../model/finding.ts';
import type { GateRule } from '../../model/feedback.ts';
import { isMustFix } from '../../model/severity.ts';
import type { Overlay } from '../../ports/git.ts';
import type { GateContext } from '../context.ts';
import { blobAtBase } from '../base-tests/defining-changes.ts';
import type { DeliveryFacts, Gate } from '../gate.ts';
import { mayChange, namesPath } from './may-change.ts';

/** Who may change what: the same for what is put back and for what a developer is told. */
export type Permission = Pick<GateContext, 'protect' | 'matches'> & {
  /** Whether a protected file may be changed all the same. */
  readonly mayChange: (path: string) => boolean;
  /** Whether settings of the checks may be. */
  readonly maySet: (path: string) => boolean;
};

/** What a ticket may change. Without one, settings may be just what has to be repaired. */
export function permissionFor(
  { protect, matches }: Pick<GateContext, 'protect' | 'matches'>,
  ticket: Pick<Ticket, 'id' | 'touches' | 'mayChange'>,
): Permission {
  const named = namesPath({ matches }, { ticket });
  const isRepair = ticket.id.startsWith('remediation:');
  return {
    protect,
    matches,
    mayChange: mayChange({ matches }, { ticket }),
    maySet: (path) => isRepair || named(path),
  };
}

/** One file that was changed and is as it was again. */
export type PutBack = NonNullable<DeliveryFacts['putBack']>[number];

type Untouchable = { readonly rule: GateRule; readonly what: string };

/**
 * Which changes of a delivery are put back before anybody looks at it, and with what. That is safe because the rest is judged,
 * and lands, without them; where it needs them, its checks say so. A change that is harmful in itself stays, to be refused:
 * a secret would stay in the history, and whoever bends a check is not asked for less.
 */
export function toPutBack(
  changes: readonly FileChange[],
  permission: Permission,
): { readonly files: readonly Omit<PutBack, 'diff'>[]; readonly paths: Overlay } {
  const files: Omit<PutBack, 'diff'>[] = [];
  const paths = new Map<string, Overlay extends ReadonlyMap<string, infer Entry> ? Entry : never>();
  for (const change of changes) {
    const found = untouchable(
      change.path,
      permission,
      checkRole(change) === 'settings' && change.before !== null,
    );
    if (found === undefined || isHarmful(change, found)) continue;
    const text = found.rule === SETTINGS.rule ? settingsPutBack(change) : null;
    if (text === undefined) continue;
    files.push({ path: change.path, ...found });
    paths.set(
      change.path,
      text === null ? blobAtBase(change) : { text, mode: change.before?.mode ?? '100644' },
    );
  }
  return { files, paths };
}

const SETTINGS: Untouchable = {
  rule: 'check-definition-changed',
  what: 'settings that decide how the work is checked',
};

function untouchable(path: string, permission: Permission, isSettings: boolean): Untouchable | undefined {
  const what = protectionOf(path, permission);
  if (what !== undefined) return permission.mayChange(path) ? undefined : { rule: 'protected-file', what };
  return isSettings && !permission.maySet(path) ? SETTINGS : undefined;
}

function isHarmful(change: FileChange, { rule }: Untouchable): boolean {
  // A script that is gone harms nobody once it is back.
  const isBent =
    rule === SETTINGS.rule &&
    detectNeutralised(change).some((each) => isMustFix(each.severity) && each.rule !== 'no-removed-script');
  return isBent || detectSecrets(change).length > 0;
}

/** Existing files that a developer may not change, by what they are: what it is told is what will be put back. */
export function untouchableFiles(
  paths: readonly string[],
  permission: Permission,
): ReadonlyMap<string, readonly string[]> {
  const byKind = new Map<string, string[]>(protectedKinds.map((what) => [what, []]));
  for (const path of paths) {
    const settings = settingsAt(path);
    const what = untouchable(path, permission, settings !== undefined)?.what;
    if (what === undefined) continue;
    const shown =
      settings === 'part' && what === SETTINGS.what
        ? `${path} (its scripts and the settings of tools)`
        : path;
    const known = byKind.get(what);
    if (known === undefined) byKind.set(what, [shown]);
    else known.push(shown);
  }
  return byKind;
}

/** Says what was put back: to the person, to the critic, and to the developer if the rest does not work without it. */
export const putBack: Gate = {
  name: putBackGate,
  asks: 'Does the work change only files that it may change?',
  check: (_context, { delivery, changes }) => ({
    detected: (delivery?.putBack ?? []).map((file) => reported(file, changes.length === 0)),
  }),
};

function reported({ path, rule, what, diff }: PutBack, isAll: boolean): Detected {
  const rest = isAll
    ? 'Nothing else was changed.'
    : 'Gauntlet judges and lands the rest without this change. If a check below now fails, the work needs it.';
  return {
    rule,
    severity: isAll ? 'HIGH' : 'INFO',
    file: path,
    message: `This file is ${what}, which the ticket may not change: the change was reverted. ${rest}`,
    evidence: diff,
    fix: 'Leave it as it is. If the ticket cannot be done without it, end with a question: a person has to add the path to its `mayChange`.',
  };
}
