import { resolve } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import type { ReviewCall } from './review-call.ts';

export const reviewFormats = ['text', 'json', 'sarif', 'junit', 'github', 'markdown', 'prompt'] as const;

export type ReviewFormat = (typeof reviewFormats)[number];

/** Which format goes to stdout, and which ones into files. */
export type ReviewOutlet = {
  readonly stdout: ReviewFormat;
  readonly files: readonly { readonly format: ReviewFormat; readonly path: string }[];
};

/** Understands `--format`, `--json`, `-o` and `--write` before anything is looked at. */
export function reviewOutletOf(call: ReviewCall): ReviewOutlet {
  const format = formatNamed(call.options.format);
  const output = call.options.output;
  const stdout = call.json ? 'json' : 'text';
  const more = alsoWritten(call);
  if (output !== undefined) {
    if (format === undefined)
      throw new GauntletError('USAGE_INVALID', '-o needs a format', {
        hint: 'Say which: gauntlet review --format sarif -o review.sarif',
      });
    return { stdout, files: [{ format, path: resolve(call.io.cwd, output) }, ...more] };
  }
  if (call.json && format !== undefined && format !== 'json')
    throw new GauntletError('USAGE_INVALID', `stdout cannot be JSON and ${format}`, {
      hint: `Put one of them into a file: gauntlet review --json --format ${format} -o FILE`,
    });
  return { stdout: format ?? stdout, files: more };
}

function formatNamed(name: string | undefined): ReviewFormat | undefined {
  return reviewFormats.find((each) => each === name);
}

/** `--write sarif=review.sarif`, as often as one likes: all of them tell of one review. */
function alsoWritten(call: ReviewCall): ReviewOutlet['files'] {
  const said = call.options.write;
  return (Array.isArray(said) ? said : []).map((each) => {
    const [, name, file] = /^(\w+)=(.+)$/s.exec(String(each)) ?? [];
    const format = formatNamed(name);
    if (format !== undefined && file !== undefined) return { format, path: resolve(call.io.cwd, file) };
    throw new GauntletError('USAGE_INVALID', `--write takes FORMAT=FILE, not ${JSON.stringify(each)}`, {
      hint: `Formats: ${reviewFormats.join(', ')}.`,
    });
  });
}
