import type { Excuses } from '../../audit/index.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import type { AuditInputs } from './audit-inputs.ts';
import type { AuditCall } from '../../cli/audit/options.ts';

export const USUAL_FAIL_ON = 'HIGH';

/** With a team the gate fails an audit too, whatever --fail-on says: nothing at or above it may pass. */
function milder(a: Severity, b: Severity): Severity {
  return isAtLeast(a, b) ? b : a;
}

/** What the caller and the repository fail and excuse; `usual` is what fails where the caller does not say. */
export function excusesOf(
  { options }: AuditCall,
  { waivers, baseline, config }: Pick<AuditInputs, 'waivers' | 'baseline' | 'config'>,
  usual: Severity = USUAL_FAIL_ON,
): Excuses {
  return {
    failOn: milder(options.failOn ?? usual, config.audit.severityGate),
    waivers,
    baseline: baseline.entries ?? [],
    today: new Date().toISOString().slice(0, 10),
  };
}
