import * as ts from '../../parse/typescript.ts';

import type { CodeCheck } from '../../rule.ts';

/** Servers and programs for the terminal write their log that way. */
const ELSEWHERE = /(?:^|\/)(?:api|server|backend|cron|workers?|cli|[\w-]+-cli)\/|(?:^|\/)route\.[jt]sx?$/;
const FOLDERS = /(?:^|\/)(?:components?|pages?|views?|screens?|hooks|app)\//;
/** The sources of a part that says it is the front end; there, `api` is what asks a server. */
const FRONT_END =
  /^(?:(?:apps|packages)\/)?(?:web|webapp|web-app|frontend|client)\/src\/(?!(?:app|pages)\/api\/|(?:.*\/)?(?:server|backend|cron|workers?|cli)\/|(?:.*\/)?route\.[jt]sx?$)/;

/** `console.log` left over in code that runs in somebody's browser. Programs for the terminal speak that way. */
export const rule: CodeCheck = {
  kind: 'code',
  applies: ({ isTest, isSide, path, language }) =>
    !isTest &&
    !isSide &&
    (FRONT_END.test(path) || (!ELSEWHERE.test(path) && (isPage(language) || FOLDERS.test(path)))),
  visit: new Map([
    ts.on(ts.isCallExpression, (node, walk) => {
      if (ts.calledName(node) !== 'log' || ts.wordOf(ts.calledOn(node)) !== 'console') return;
      if (isTagged(node.arguments[0]) || isMeant(walk.file.text, node.end)) return;
      if (!isSwitchedOff(walk.file.text, walk.ancestors))
        walk.report(node, 'console.log is left in code that ships');
    }),
  ]),
};

function isPage(language: string): boolean {
  return language === 'tsx' || language === 'jsx' || language === 'vue' || language === 'svelte';
}

/** `[worker] started`, `Shop: synced`: a log that says who speaks is written for those who read it. */
function isTagged(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  const text = ts.isStringLiteralLike(node) ? node.text : ts.isTemplateExpression(node) ? node.head.text : '';
  return /^\[[\w .:-]+\]|^[A-Z]\w+: \S/.test(text);
}

/** Somebody who switched the linter's rule off for this has thought of it. */
function isMeant(text: string, end: number): boolean {
  return text.slice(Math.max(0, end - 240), end).includes('no-console');
}

/** A log that somebody has to switch on first: `if (!this.debug) return;` at the head of its function. */
function isSwitchedOff(text: string, ancestors: readonly ts.Node[]): boolean {
  const around = ancestors.findLast((each) => ts.isFunctionLike(each));
  const body = around !== undefined && 'body' in around ? (around.body as ts.Node | undefined) : undefined;
  if (!ts.isBlock(body)) return false;
  const [first] = body.statements;
  if (!ts.isIfStatement(first)) return false;
  return (
    /\b(?:is)?(?:debug|verbose|dev)/i.test(text.slice(first.expression.pos, first.expression.end)) &&
    /^\{?\s*return\b/.test(text.slice(first.thenStatement.pos, first.thenStatement.end).trim())
  );
}
