import type { TextCheck } from '../../engine/rule.ts';
import { wordSet } from '../../engine/words.ts';

/** The colours every tutorial begins with, as the colour of a surface; not on hover, and not see-through. */
const SURFACE = /(?<![\w:-])bg-(?:indigo|blue)-(?:500|600)(?![\w/-])/;
const GRADIENT =
  /(?<![\w:-])from-(?:indigo|blue|purple|violet)-\d00\b[^"'`]*\bto-(?:indigo|blue|purple|violet|pink)-\d00\b/;

/** Dots, bars and marks of a state are blue for a reason. */
const SMALL = /rounded-full|(?<![\w-])(?:size|h|w)-(?:px|0\.5|1|1\.5|2|2\.5|3)(?![\w.])|\?\s*['"`]/;

export const rule: TextCheck = {
  kind: 'text',
  applies: ({ language, isTest, isSide }) => !isTest && !isSide && PAGES.has(language),
  check({ text }, report) {
    if (
      !text.includes('-indigo-') &&
      !text.includes('-blue-') &&
      !text.includes('-purple-') &&
      !text.includes('-violet-')
    )
      return;
    for (const [index, line] of text.split('\n').entries())
      if (
        ((SURFACE.test(line) && !SMALL.test(line)) || GRADIENT.test(line)) &&
        !/^\s*(?:\/\/|\*|<!--)/.test(line)
      )
        report({ line: index + 1 }, 'the default indigo or blue is the colour of a surface');
  },
};

const PAGES = wordSet('tsx jsx html vue svelte template');
