import { redact } from '../detect/index.ts';
import { outputReason } from '../formats/index.ts';
import type { Readiness } from '../ports/setup.ts';

/** Why a workspace could not be made ready, in one line. */
export function setupFailure({ because, output = '' }: Extract<Readiness, { kind: 'broken' }>): string {
  const reason = outputReason(output);
  return redact(`setup failed: ${because}${reason === '' ? '' : `: ${reason}`}`).slice(0, 1000);
}
