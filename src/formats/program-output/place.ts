import { printedLines, reasonIndex } from './reason.ts';

export type Where = {
  /** Names of the checkout. */
  readonly roots: readonly string[];
  /** The folder in it that the program ran in; left out: the root. */
  readonly dir?: string | undefined;
};

/** How far from its reason a failure names its place. */
const NEAR = 16;
const LONGEST_PATH = 200;

/**
 * `file:line` of what an output says failed: the place nearest behind the line with the reason, else the nearest before
 * it; empty where there is none or the line names one itself. Absolute paths elsewhere, installed packages and the
 * runtime's own files are not places of the work.
 */
export function failurePlace(output: string, where: Where): string {
  const lines = printedLines(output);
  const at = reasonIndex(lines);
  if (at === -1 || placeOn(lines[at] ?? '', where) !== undefined) return '';
  const before = lines.slice(Math.max(0, at - NEAR), at).reverse();
  const near = [...lines.slice(at + 1, at + 1 + NEAR), ...before];
  for (const line of near) {
    const place = placeOn(line, where);
    if (place !== undefined) return place;
  }
  return '';
}

const PYTHON = /^\s*File "([^"]+)", line (\d{1,7})/;
const PLACE = /^(?:file:\/\/)?(\S*[^\s/.:]\.[A-Za-z]\w{0,5}):(\d{1,7})(?::\d+)?[:,]?$/;
const FOREIGN =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|\.\.)\/|^(?:node:|internal\/|https?:)|\.(?:java|kt|scala)$/;

function placeOn(line: string, where: Where): string | undefined {
  const python = PYTHON.exec(line);
  const found = python === null ? line.split(/[\s"'`()<>[\]]+/).map((word) => PLACE.exec(word)) : [python];
  for (const match of found) {
    const path = ownPath(match?.[1] ?? '', where);
    if (path !== '') return `${path}:${match?.[2] ?? ''}`;
  }
  return undefined;
}

/** A path from the root of the checkout; empty for one that is not of it. */
function ownPath(path: string, { roots, dir }: Where): string {
  const root = roots.find((each) => path.startsWith(`${each}/`));
  const own = (root === undefined ? path : path.slice(root.length + 1)).replace(/^\.\//, '');
  if (own === '' || own.length > LONGEST_PATH || own.startsWith('/') || FOREIGN.test(own)) return '';
  return root === undefined && dir !== undefined ? `${dir}/${own}` : own;
}
