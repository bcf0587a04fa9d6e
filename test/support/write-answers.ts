// Answers as judges and remediators would write them; the parsers read them back to the same values.
import { type AuditorAnswer, auditorParts } from '../../src/formats/signals/auditor.ts';
import { type CriticAnswer, criticParts } from '../../src/formats/signals/critic.ts';
import { writeParts, document, type WriteOptions } from '../../src/formats/signals/parts.ts';
import { type RemediatorAnswer, remediatorParts } from '../../src/formats/signals/work/remediator.ts';

export function writeCritic(answer: CriticAnswer, options: WriteOptions = {}): string {
  const { signal, ticket, priority } = answer;
  const isPlainPass = signal === 'REVIEW_PASSED' && priority === 'HIGH';
  const { priority: _priority, ...others } = criticParts;
  return document(signal, ticket, writeParts(isPlainPass ? others : criticParts, answer), options);
}

export function writeAuditor(answer: AuditorAnswer, options: WriteOptions = {}): string {
  return document(answer.signal, answer.ticket, writeParts(auditorParts, answer), options);
}

export function writeRemediator(answer: RemediatorAnswer, options: WriteOptions = {}): string {
  return document(answer.signal, answer.ticket, writeParts(remediatorParts, answer), options);
}
