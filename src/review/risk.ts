import type { Depth } from '../model/team.ts';

/** What of a change tells how closely it has to be looked at. */
export type ChangeFacts = {
  readonly files: readonly string[];
  readonly addedLines: number;
  readonly addedTestLines: number;
  readonly removedLines: number;
  /** Files whose lines nobody can count: binary, too large, no file. */
  readonly uncounted: number;
  readonly isTest: (path: string) => boolean;
  /** Files that steer pipelines, agents or the gate itself. */
  readonly steering: number;
  /** Findings that earlier reviews had in these files. */
  readonly found: number;
};

export type Risk = {
  readonly score: number;
  readonly depth: Depth;
  readonly because: readonly string[];
  /** So few lines, and nothing else about them, that one look sees the whole change. */
  readonly isSmall: boolean;
};

const SMALL_LINES = 30;
const SMALL_FILES = 3;

const DELICATE =
  /(?:^|[/._-])(?:auth\w*|login|password|crypto\w*|secur\w*|payments?|billing|invoic\w*|migrations?|permissions?|sessions?|tokens?)(?:[/._-]|$)/i;
const WORDS = /\.(?:md|mdx|txt|rst|adoc)$/i;

/**
 * How risky a change is, from 0 to 1, and how deep to look (BEYOND-06). It only ever chooses between looks: no change is so
 * harmless that nobody looks at it.
 */
export function riskOf(facts: ChangeFacts): Risk {
  const { files, addedLines, addedTestLines, removedLines, uncounted, isTest, steering, found } = facts;
  const code = files.filter((path) => !isTest(path) && !WORDS.test(path));
  const delicate = code.filter((path) => DELICATE.test(path));
  const addedCode = addedLines - addedTestLines;
  const isUntested = addedCode > 40 && addedTestLines < addedCode * 0.2;
  const parts: readonly (readonly [number, string])[] = [
    [Math.min(0.35, addedLines / 2000), addedLines > 100 ? `${addedLines} added lines` : ''],
    [Math.min(0.15, files.length / 150), files.length > 10 ? `${files.length} files` : ''],
    [delicate.length > 0 ? 0.3 : 0, delicate.length > 0 ? `touches ${delicate[0] ?? ''}` : ''],
    [steering > 0 ? 0.2 : 0, steering > 0 ? 'changes files that control pipelines or agents' : ''],
    [isUntested ? 0.2 : 0, isUntested ? `${addedCode} lines of code with ${addedTestLines} of tests` : ''],
    [Math.min(0.2, found / 20), found > 0 ? `${found} earlier findings in these files` : ''],
  ];
  const score = Math.min(
    1,
    parts.reduce((sum, [part]) => sum + part, 0),
  );
  const depth = score >= 0.5 ? 'thorough' : code.length === 0 && steering === 0 ? 'quick' : 'standard';
  const because = parts.map(([, why]) => why).filter((why) => why !== '');
  const isShort = addedLines + removedLines <= SMALL_LINES && files.length <= SMALL_FILES && uncounted === 0;
  return { score, depth, because, isSmall: isShort && because.length === 0 };
}
