import { reviewDimensions, type ReviewDimension } from '../../src/model/dimensions.ts';

/** What a prompt says about its assignment, read back from the text. */
export type PromptFacts = {
  readonly id: string;
  /** Git's list of changed files, as a judge is given it. */
  readonly files: readonly string[];
  readonly criteria: readonly string[];
  /** Ids of what a team auditor, or whoever reconciles the request, has to give a verdict on. */
  readonly required: readonly string[];
  /** `check (environment)` of every verification command. */
  readonly checks: readonly { readonly check: string; readonly environment: string }[];
  /** What a critic has to score. */
  readonly dimensions: readonly ReviewDimension[];
  /** The judged commit, where the prompt names one. */
  readonly commit: string | null;
  readonly branch: string;
};

/** Reads the assignment's own sections. What others wrote is quoted in it, so it cannot pose as one. */
export function promptFacts(prompt: string): PromptFacts {
  const lines = prompt.split('\n');
  const named = (pattern: RegExp): string =>
    lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined) ?? '';
  const files = [entriesUnder(lines, 'Files to Review'), entriesUnder(lines, 'Files to Verify')].flat();
  return {
    // An agent file stands above the assignment and may speak of one too.
    id: lines.map((line) => /^Task ID: (\S+)/.exec(line)?.[1]).findLast((id) => id !== undefined) ?? '',
    files: files.length > 0 ? files : entriesUnder(lines, 'Changed Files'),
    criteria: entriesUnder(lines, 'Acceptance Criteria').flatMap(
      (entry) => /^([^:\s]+):/.exec(entry)?.[1] ?? [],
    ),
    required: requiredIn(lines),
    checks: entriesUnder(lines, 'Verification Commands').flatMap((entry) => {
      const [, check, environment] = /^(.+?) \(([^()]+)\): /.exec(entry) ?? [];
      return check === undefined || environment === undefined ? [] : [{ check, environment }];
    }),
    dimensions: dimensionsIn(lines),
    commit: named(/^> - Final commit: ([0-9a-f]{40,64})$/) || null,
    branch: named(/^> - Branch: (.+)$/),
  };
}

function dimensionsIn(lines: readonly string[]): readonly ReviewDimension[] {
  const below = lines.slice(Math.max(0, lines.lastIndexOf('### Review Dimensions')));
  return below.flatMap((line) => {
    const [, id, name, title = ''] =
      /^Dimension (\S+) \((critical|important|moderate)\): (.+)$/.exec(line) ?? [];
    if (id === undefined) return [];
    const known = reviewDimensions.find((dimension) => dimension.id === id);
    return [known ?? { id, title, class: name as ReviewDimension['class'], questions: [] }];
  });
}

function requiredIn(lines: readonly string[]): readonly string[] {
  const isRequest = lines.includes('## Reconciliation Assignment');
  const entries = entriesUnder(lines, isRequest ? 'Original Request' : 'Requirements');
  return entries.flatMap(
    (entry) => (isRequest ? /^([^:\s]+):/ : /^\[[^\]]*\]\s+(\S+)/).exec(entry)?.[1] ?? [],
  );
}

/** The entries of the first data block below a heading; of the last such heading, for an agent file stands above. */
function entriesUnder(lines: readonly string[], heading: string): readonly string[] {
  const at = lines.lastIndexOf(`### ${heading}`);
  if (at < 0) return [];
  const below = lines.slice(at + 1);
  const end = below.findIndex((line) => line.startsWith('#'));
  const section = end < 0 ? below : below.slice(0, end);
  const begins = section.findIndex((line) => /^[A-Za-z0-9]{16,64} BEGIN$/.test(line));
  const ends = section.findIndex((line) => /^[A-Za-z0-9]{16,64} END$/.test(line));
  if (begins < 0 || ends < begins) return [];
  return section.slice(begins + 1, ends).flatMap((line) => /^> - (.*)$/.exec(line)?.[1] ?? []);
}
