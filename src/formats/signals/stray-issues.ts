import { readBullet } from '../text-heading.ts';
import { isContent } from '../text-lines.ts';
import { readLocated } from '../text-location.ts';
import { type BodyLine, oneLine } from '../text-sections.ts';
import type { Stranger } from '../text-strangers.ts';

/**
 * Lines with the shape of an issue that no section holds: a line of a reviewed file and a sentence about it, or a grave
 * severity in brackets. `items` are the entries of all sections.
 */
export function strayIssues(
  lines: readonly BodyLine[],
  items: readonly string[],
  files: readonly string[],
): readonly Stranger[] {
  const known = new Set(files);
  const found = lines.flatMap(({ text, kind }) => {
    if (kind === 'end' || !isContent(kind)) return [];
    const said = oneLine(readBullet(text)?.text ?? text);
    const { file, line, message } = readLocated(said);
    const isAbout = line > 0 && known.has(file) && SENTENCE.test(message) && !APPROVAL.test(message);
    return (isAbout || GRAVE.test(said)) && !items.some((item) => item.includes(said)) ? [said] : [];
  });
  return found.length === 0 ? [] : [{ title: 'outside of any section', items: found.slice(0, MOST) }];
}

const MOST = 100;
const GRAVE = /^[*_`]{0,3}[[(](?:critical|high|major|blocker|blocking|must[ -]fix)[\])]/i;
/** Not a line of code, as searches print it behind a place. */
const SENTENCE = /^[\p{L}`"'“].*[^;{}(,=\s]$/u;
const APPROVAL =
  /^(?:ok(?:ay)?|fine|good|correct|right|nice|clean|looks|verified|confirmed|checked|read|reviewed|unchanged|as (?:expected|before|asked))\b/i;
