import type { TextRule } from '../../rule.ts';

const REFUSED = /\b40[13]\b|\bForbidden\b|\bUnauthori[sz]ed\b|\bAccess Denied\b|\bpermission denied\b/i;
/** A line that tells of a test which wanted to be refused, and was. */
const WANTED =
  /✓|✔|✅|\[x\]|\bpass(?:ed|es|ing)?\b|\bok\b|\bexpect(?:s|ed)?\b.*\b(?:40[13]|forbidden|unauthori[sz]ed|denied)\b|\b(?:should|must|returns?|returned|responds?|rejects?|denies|refuses|blocks|receives?|gets)\b|\bwithout (?:a )?(?:token|login|permission|auth\w*)|\bnon-?admin|\bunauthenticated\b|\bas expected\b/i;

export const rule: TextRule = {
  id: 'E2E-007',
  family: 'e2e',
  kind: 'text',
  severity: 'HIGH',
  title: 'Recorded end-to-end results show refused requests',
  why: 'A 401 or 403 in the middle of a run means that a role, a token or a rule of access is wrong: the screen behind it was never tested.',
  fix: 'Give the test user the right it needs, or mend the rule of access; then record the run again.',
  confidence: 'high',
  applies: ({ path, language }) =>
    (language === 'markdown' || language === 'json' || language === 'xml') &&
    /(?:^|\/)e2e[-_ ]?(?:test[-_ ]?)?(?:results?|report)\.(?:md|json|xml)$/i.test(path),
  check({ text }, report) {
    for (const [index, line] of text.split('\n').entries())
      if (REFUSED.test(line) && !WANTED.test(line))
        report({ line: index + 1 }, 'a request was refused in this run');
  },
};
