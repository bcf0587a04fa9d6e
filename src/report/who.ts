import type { Finding } from '../model/finding.ts';
import type { CriticName, Provenance } from '../model/provenance.ts';
import type { TrackRecord } from '../state/index.ts';
import { count, quoted } from './say.ts';

/** `claude 2.1.0 (opus-4.5)`: as much of an agent as it says of itself. */
export function whoWords({ agent, version, model }: CriticName & Partial<Provenance>): string {
  const named = [agent, version ?? ''].filter((word) => word !== '').map((word) => quoted(word, 60));
  return `${named.join(' ')}${model === null ? '' : ` (${quoted(model, 60)})`}`;
}

/** Who found something: the auditors and scans by name, an agent by what it says of itself, else the gate. */
export function whoFound({ source, reportedBy = [] }: Finding): string {
  if (reportedBy.length > 0) return reportedBy.join(', ');
  return source.by === undefined ? source.name || source.kind : `${source.kind}, ${whoWords(source.by)}`;
}

/** What a calibration says of a judge, in words; undefined where it has none here. */
export type Calibrated = (critic: CriticName) => string | undefined;

/** Put after what was said; nothing where nobody knows. */
export function byWords({ by }: { readonly by?: Provenance | undefined }): string {
  return by === undefined ? '' : `, by ${whoWords(by)}`;
}

/** `claude (opus-4.5): 7 passes, 2 of them later failed in an audit (criteria 1, quality 1)` */
export function trackRecordWords(critic: TrackRecord): string {
  const kinds = Object.entries(critic.overturned).filter(([, times]) => times > 0);
  const times = kinds.reduce((sum, [, many]) => sum + many, 0);
  const failed = times === 0 ? 'none' : String(times);
  const list = kinds.length === 0 ? '' : ` (${kinds.map(([kind, many]) => `${kind} ${many}`).join(', ')})`;
  const passes = count(critic.passes, 'pass', 'passes');
  return `${whoWords(critic)}: ${passes}, ${failed} of them later failed in an audit${list}`;
}
