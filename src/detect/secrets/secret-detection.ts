import type { SecretDetection } from '../../../packages/scan/index.ts';
import { secretProof } from './secret-proof.ts';
import { redact, secretsIn } from './secrets.ts';

/** What a scan needs to know of secrets. */
export const secretDetection: SecretDetection = { secretsIn, secretProof, redact };
