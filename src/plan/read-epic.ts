import type { Config } from '../model/config.ts';
import { type Epic, epicShape, type WrittenEpic } from '../model/epic.ts';
import { normal } from '../schema/normal.ts';
import { salvage } from '../schema/salvage.ts';
import type { Salvaged } from '../schema/shape.ts';
import { suggester } from '../schema/suggest.ts';
import { checkRules } from './check-rules.ts';
import { arrange, type Complaint, complain, complaintsOf, isError, type Read } from '../schema/complaint.ts';
import { type Draft, draftTickets, type ReadFile } from './drafts.ts';
import { epicRules } from './epic-rules.ts';
import { readYaml } from '../schema/yaml-source.ts';

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
  const shape = salvage(epicShape(), source.value, suggest);
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
    [...notYaml, ...complaintsOf(source, shape.problems), ...ofTickets, ...rules],
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
  const { epic: id, title, tickets: _, ...rest } = normal(epicShape(), { ...written, tickets: [] });
  return { ...rest, id, title: title ?? id, tickets: drafts.map(({ ticket }) => ticket) };
}
