import { addedShortLines, type FileChange } from './change.ts';
import type { Detected } from './finding.ts';
import { languageOf } from './language.ts';

const SUPPRESSED =
  /(?:\/\/|\/\*|#|--|<!--)\s*(?:@ts-(?:ignore|nocheck|expect-error)|(?:eslint|oxlint|biome|tslint|stylelint)-(?:disable|ignore)|biome-ignore|noqa\b|type:\s*ignore|pyright:\s*ignore|pylint:\s*disable|mypy:\s*ignore|nosec\b|pragma:\s*no\s*cover|istanbul\s+ignore|c8\s+ignore|v8\s+ignore|nolint\b|rubocop:disable|phpstan-ignore|NOSONAR|noinspection)|@SuppressWarnings\b|#pragma\s+warning\s+disable|#!?\[allow\(/;

/** Comments that tell a linter, a type checker or a coverage tool to look away. */
export function detectSuppressions(change: FileChange): readonly Detected[] {
  if (languageOf(change.path) === undefined) return [];
  return addedShortLines(change).flatMap(({ line, text }) =>
    SUPPRESSED.test(text)
      ? [
          {
            rule: 'suppressed-check',
            severity: 'MEDIUM' as const,
            file: change.path,
            line,
            message: 'This switches a checker off for the following code.',
            evidence: text.trim().slice(0, 300),
            fix: 'Fix what it reports, or add a comment that says why it does not apply here.',
          },
        ]
      : [],
  );
}
