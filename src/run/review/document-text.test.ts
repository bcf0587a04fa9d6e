import { expect, test } from 'vitest';

import { bareFinding } from '../../model/finding.ts';
import { documentPath, documentText } from './document-text.ts';

test('FOUND-01 004#3 a finding of code has its impact filled in', () => {
  const source = { kind: 'gate', name: 'verification' } as const;
  const text = (severity: 'HIGH' | 'LOW') =>
    documentText(
      { id: '1.2', branch: 'b' },
      {
        round: 1,
        at: 0,
        findings: [{ ...bareFinding, source, rule: 'checks', severity, message: 'It is red.' }],
        isClean: false,
      },
    );
  expect(text('HIGH')).toContain('   - **Impact:** The change cannot pass the gate with it.\n');
  expect(text('LOW')).toContain('   - **Impact:** It does not stop the change.\n');
});

test('FOUND-01 004#5 the document is where the settings say, by default below .gauntlet', () => {
  expect(documentPath(null, '1.2', 3)).toBe('.gauntlet/reviews/1.2/round-3.md');
  expect(documentPath('docs/reviews/', '1.2', 3)).toBe('docs/reviews/1.2/round-3.md');
  expect(documentPath('docs/story-{id}-round-{round}.md', '1.2', 3)).toBe('docs/story-1.2-round-3.md');
  expect(documentPath('docs/story-{id}-round-{n}.md', '1.2', 3)).toBe('docs/story-1.2-round-3.md');
});
