import { resolve } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import { type Call, textOption } from '../command.ts';

export const reviewFormats = ['text', 'json', 'sarif', 'junit', 'github', 'markdown'] as const;

export type ReviewFormat = (typeof reviewFormats)[number];

/** Which format goes to stdout, and which one into a file. */
export type ReviewOutlet = {
  readonly stdout: ReviewFormat;
  readonly file: { readonly format: ReviewFormat; readonly path: string } | null;
};

/** Understands `--format`, `--json` and `-o` before anything is looked at. */
export function reviewOutletOf(call: Call): ReviewOutlet {
  const format = reviewFormats.find((each) => each === textOption(call, 'format'));
  const output = textOption(call, 'output');
  const stdout = call.json ? 'json' : 'text';
  if (output !== undefined) {
    if (format === undefined)
      throw new GauntletError('USAGE_INVALID', '-o needs a format', {
        hint: 'Say which: gauntlet review --format sarif -o review.sarif',
      });
    return { stdout, file: { format, path: resolve(call.io.cwd, output) } };
  }
  if (call.json && format !== undefined && format !== 'json')
    throw new GauntletError('USAGE_INVALID', `stdout cannot be JSON and ${format}`, {
      hint: `Put one of them into a file: gauntlet review --json --format ${format} -o FILE`,
    });
  return { stdout: format ?? stdout, file: null };
}
