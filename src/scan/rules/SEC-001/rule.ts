import { redact, secretsIn } from '../../../detect/index.ts';
import type { TextRule } from '../../rule.ts';
import { lineAt, lineText } from '../../scanned-file.ts';

export const rule: TextRule = {
  id: 'SEC-001',
  family: 'secret',
  kind: 'text',
  severity: 'CRITICAL',
  title: 'A key, token or password is written into the repository',
  why: 'Everybody who can read the repository, its history or the shipped bundle has it.',
  fix: 'Revoke it, take it out of the history, and read it from the environment.',
  confidence: 'high',
  // Keys of tests open nothing, as a rule; what is found there is mostly made to look like one.
  applies: ({ isTest, language }) => !isTest && language !== 'markdown',
  check({ text }, report) {
    const secrets = secretsIn(text);
    if (secrets.length === 0) return;
    const clean = redact(text);
    for (const { kind, start } of secrets) {
      const line = lineAt(text, start);
      report({ line, evidence: lineText(clean, line) }, `what looks like a secret (${kind}) stands here`);
    }
  },
};
