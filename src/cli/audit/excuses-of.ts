import type { Excuses } from '../../audit/index.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import type { AuditInputs } from './audit-inputs.ts';
import type { AuditCall } from './options.ts';

/** With a team the gate fails an audit too, whatever --fail-on says: nothing at or above it may pass. */
function milder(a: Severity, b: Severity): Severity {
  return isAtLeast(a, b) ? b : a;
}

/** What the caller and the repository fail and excuse. */
export function excusesOf(
  { options: { failOn } }: AuditCall,
  { waivers, baseline, config }: Pick<AuditInputs, 'waivers' | 'baseline' | 'config'>,
): Excuses {
  return {
    failOn: milder(failOn, config.audit.severityGate),
    waivers,
    baseline: baseline.entries ?? [],
    today: new Date().toISOString().slice(0, 10),
  };
}
