import type { Config } from '../model/config.ts';
import type { Coordination, Epic, Milestone, Phase } from '../model/epic.ts';
import { checkRules } from './check-rules.ts';
import { arrange, type Complaint, complain, isError, type Read } from './complaint.ts';
import { type Draft, draftTickets, type ReadFile } from './drafts.ts';
import { epicShape, type WrittenEpic } from './epic-shape.ts';
import { epicRules } from './epic-rules.ts';
import {
  checksOf,
  commandOf,
  dimensionsOf,
  environmentsOf,
  limitsOf,
  millisOf,
  present,
  readingOf,
  setupOf,
  standardsOf,
} from './normal.ts';
import { suggester } from './suggest.ts';
import { type Salvaged, salvage } from './salvage.ts';
import { readYaml } from './yaml-source.ts';

type Input = {
  readonly file: string;
  readonly text: string;
  /** Contents of a repository file by its relative path; undefined when there is none. */
  readonly readFile: ReadFile;
  /** What an epic that is silent about environments and limits falls back on. */
  readonly config?: Config;
};

/** DISPATCH-01: an epic, or everything that is wrong with the file at once. */
export function readEpic({ file, text, readFile, config }: Input): Read<Epic> {
  const { source, complaints: notYaml } = readYaml({ file, text });
  if (source.value === undefined || source.value === null) {
    const empty = complain(source, [], { message: 'the file is empty', hint: 'begin with "version: 1"' });
    return { ok: false, complaints: arrange(notYaml.length > 0 ? notYaml : [empty], file) };
  }
  const suggest = suggester();
  const shape = salvage(epicShape(), { source, suggest });
  const written: Salvaged<WrittenEpic> = shape.value ?? {};
  const { drafts, complaints: ofTickets } = draftTickets(written.tickets, { source, readFile, suggest });
  const known = {
    environments: (config?.environments ?? []).map(({ id }) => id),
    limits: config?.limits ?? {},
    suggest,
  };
  const rules = [
    ...epicRules({ written, drafts, source, readFile, suggest }),
    ...checkRules(written, source, known),
  ];
  const complaints: readonly Complaint[] = arrange(
    [...notYaml, ...shape.complaints, ...ofTickets, ...rules],
    file,
  );
  if (complaints.some(isError)) return { ok: false, complaints };
  return { ok: true, value: epicOf(written, drafts), complaints };
}

/** No tickets: an audit of a repository as it is, with everything else that judges a run. */
export function epicOfAudit(audit: Pick<Epic, 'id' | 'title' | 'base' | 'original' | 'depth'>): Epic {
  return { ...epicOf({}, []), ...audit };
}

function epicOf(written: Salvaged<WrittenEpic>, drafts: readonly Draft[]): Epic {
  const id = written.epic ?? '';
  return {
    version: 1,
    id,
    title: written.title ?? id,
    description: (written.description ?? '').trim(),
    original: written.original ?? null,
    base: written.base ?? 'main',
    depth: written.depth ?? null,
    limits: limitsOf(written.limits),
    setup: setupOf(written.setup),
    environments: environmentsOf(written.environments),
    verify: checksOf(written.verify),
    coordination: coordinationOf(written.coordination ?? {}),
    reading: readingOf(written.reading),
    standards: standardsOf(written.standards),
    dimensions: dimensionsOf(written.dimensions),
    milestones: present(written.milestones).map(milestoneOf),
    phases: { e2e: phaseOf(written.phases?.e2e), browser: phaseOf(written.phases?.browser) },
    allowOverlap: written.allowOverlap ?? false,
    tickets: drafts.map(({ ticket }) => ticket),
  };
}

type WrittenMilestone = NonNullable<NonNullable<Salvaged<WrittenEpic>['milestones']>[number]>;

function milestoneOf({ id = '', title, requirements, after }: WrittenMilestone): Milestone {
  return { id, title: title ?? id, requirements: requirements ?? null, after: [...new Set(present(after))] };
}

function coordinationOf(written: NonNullable<Salvaged<WrittenEpic>['coordination']>): Coordination {
  return {
    functions: present(written.functions).map(({ name = '', file = '', arity = null, intent = '' }) => ({
      name,
      file,
      arity,
      intent,
    })),
    directories: present(written.directories).map(({ path = '', purpose = '' }) => ({ path, purpose })),
    prohibited: present(written.prohibited).map(({ path = '', reason = '' }) => ({ path, reason })),
    interfaces: present(written.interfaces).map(({ name = '', file = '', signature = '' }) => ({
      name,
      file,
      signature,
    })),
    architecture: present(written.architecture),
    performance: present(written.performance),
    security: present(written.security),
    patterns: present(written.patterns),
  };
}

const PHASE_TIMEOUT = 15 * 60_000;

type WrittenPhase = NonNullable<Salvaged<WrittenEpic>['phases']>['e2e'];

function phaseOf(written: WrittenPhase): Phase | null {
  if (written === undefined) return null;
  return {
    start: commandOf(written.start),
    ready: written.ready ?? null,
    run: commandOf(written.run),
    stop: written.stop === undefined ? null : commandOf(written.stop),
    timeout: millisOf(written.timeout) ?? PHASE_TIMEOUT,
  };
}
