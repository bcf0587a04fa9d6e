import type { Config } from '../../src/model/config.ts';
import type { Epic } from '../../src/model/epic.ts';
import { formatComplaint } from '../../src/schema/complaint.ts';
import { readConfig } from '../../src/plan/read-config.ts';
import { readEpic } from '../../src/plan/read-epic.ts';

/** For tests: files of a repository by path. */
export type SampleFiles = Readonly<Record<string, string>>;

/** For tests: the complaints about an epic, as a person sees them. */
export function epicComplaints(text: string, files: SampleFiles = {}): readonly string[] {
  return readEpic({ file: 'e.yaml', text, readFile: (path) => files[path] }).complaints.map(formatComplaint);
}

/** For tests: an epic that has to be fine. */
export function goodEpic(text: string, files: SampleFiles = {}): Epic {
  const read = readEpic({ file: 'e.yaml', text, readFile: (path) => files[path] });
  if (!read.ok) throw new Error(read.complaints.map(formatComplaint).join('\n'));
  return read.value;
}

/** For tests: the complaints about a configuration. */
export function configComplaints(text: string): readonly string[] {
  return readConfig({ file: 'gauntlet.yaml', text }).complaints.map(formatComplaint);
}

/** For tests: a configuration that has to be fine. */
export function goodConfig(text = ''): Config {
  const read = readConfig({ file: 'gauntlet.yaml', text });
  if (!read.ok) throw new Error(read.complaints.map(formatComplaint).join('\n'));
  return read.value;
}

/** For tests: an epic file with these ticket lines, which begin on line 4. */
export function withTickets(...tickets: readonly string[]): string {
  return ['version: 1', 'epic: e', 'tickets:', ...tickets.map((ticket) => `  - ${ticket}`)].join('\n');
}
