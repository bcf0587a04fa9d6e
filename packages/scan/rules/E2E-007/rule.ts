import type { TextCheck } from '../../engine/rule.ts';

const REFUSED = /\b40[13]\b|\bForbidden\b|\bUnauthori[sz]ed\b|\bAccess Denied\b|\bpermission denied\b/i;
/** A line that tells of a test which wanted to be refused, and was. */
const WANTED =
  /✓|✔|✅|\[x\]|\bpass(?:ed|es|ing)?\b|\bok\b|\bexpect(?:s|ed)?\b.*\b(?:40[13]|forbidden|unauthori[sz]ed|denied)\b|\b(?:should|must|returns?|returned|responds?|rejects?|denies|refuses|blocks|receives?|gets)\b|\bwithout (?:a )?(?:token|login|permission|auth\w*)|\bnon-?admin|\bunauthenticated\b|\bas expected\b/i;

export const rule: TextCheck = {
  kind: 'text',
  applies: ({ path, language }) =>
    (language === 'markdown' || language === 'json' || language === 'xml') &&
    /(?:^|\/)e2e[-_ ]?(?:test[-_ ]?)?(?:results?|report)\.(?:md|json|xml)$/i.test(path),
  check({ text }, report) {
    for (const [index, line] of text.split('\n').entries())
      if (REFUSED.test(line) && !WANTED.test(line))
        report({ line: index + 1 }, 'a request was refused in this run');
  },
};
