import { auditOfTeam } from '../model/audit-settings.ts';
import { type Config, configShape } from '../model/config.ts';
import { normal } from '../schema/normal.ts';
import { salvage } from '../schema/salvage.ts';
import { suggester } from '../schema/suggest.ts';
import { checkRules } from './check-rules.ts';
import { arrange, complaintsOf, isError, type Read } from '../schema/complaint.ts';
import { configRules } from './config-rules.ts';
import { readYaml } from '../schema/yaml-source.ts';

/** A configuration, or everything that is wrong with the file; an absent (undefined) or empty one is all defaults. */
export function readConfig({
  file,
  text,
}: {
  readonly file: string;
  readonly text: string | undefined;
}): Read<Config> {
  const { source, complaints: notYaml } = readYaml({ file, text: text ?? '' });
  const judged = { ...source, value: withoutIgnored(source.value ?? {}) };
  const suggest = suggester();
  const shape = salvage(configShape(), judged.value, suggest);
  const written = shape.value ?? {};
  const inherited = { environments: [], limits: {}, suggest };
  const rules = [...configRules(written, judged), ...checkRules(written, judged, inherited)];
  const complaints = arrange([...notYaml, ...complaintsOf(judged, shape.problems), ...rules], file);
  if (complaints.some(isError)) return { ok: false, complaints };
  const { audit_team: team, audit = team && auditOfTeam(team), ...rest } = written;
  return { ok: true, value: normal(configShape(), { ...rest, audit }), complaints };
}

/** TEAM-13: the other settings of a team that is switched off are not looked at, not even to complain. */
function withoutIgnored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, part]: [string, unknown]) =>
    (key === 'audit' || key === 'audit_team') && isSwitchedOff(part)
      ? [key, { enabled: false }]
      : [key, part],
  );
  return Object.fromEntries(entries);
}

function isSwitchedOff(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'enabled' in part && part.enabled === false;
}
