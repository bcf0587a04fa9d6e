import { redact } from '../../detect/index.ts';
import type { Section } from '../../prompts/index.ts';

/** What others wrote, without the secrets that may stand in it: a prompt may leave the machine (BEYOND-09). */
export function redactPrompt(sections: readonly Section[]): readonly Section[] {
  return sections.map((section) => ({
    ...section,
    parts: section.parts.map((part) =>
      part.kind === 'data' ? { ...part, entries: part.entries.map((entry) => redact(entry)) } : part,
    ),
  }));
}

/** An answer as it is kept. The token of the dispatch is no secret to us: without it the answer would not count. */
export function withoutSecrets(text: string, token: string | null): string {
  if (token === null || token === '') return redact(text);
  return text
    .split(token)
    .map((part) => redact(part))
    .join(token);
}
