/** Whether a line speaks against a pass: something failed, is missing or broken. `0 failed` does not. */
export function speaksAgainst(text: string): boolean {
  return AGAINST.test(text);
}

const AGAINST = new RegExp(
  [
    '(?<!\\b(?:0|no|zero|without|never|any) )\\bfail(?:s|ed|ing|ures?)?\\b',
    '\\b(?:unmet|unverified|inadequate|incomplete|inconsistent|insecure|broken|missing|rejected|misaligned)\\b',
    '\\b(?:vulnerab|violat)|\\bnon-?compliant\\b|[❌✗✘]',
    '\\bnot (?:yet )?(?:met|verified|pass|ok|done|implemented|working|compliant|adequate|aligned|consistent)',
    '\\b[1-9]\\d{0,8} errors?\\b',
    '\\b(?:must|should|needs? to|ha(?:s|ve) to) (?:still |first )?be (?:fixed|corrected|repaired|addressed|resolved)\\b',
  ].join('|'),
  'i',
);

/** Whether the words after a good one take it back: `COMPLIANT - except in b.ts`. `no issues` does not. */
export function hasReservation(text: string): boolean {
  return RESERVATION.test(text.replaceAll(NOTHING_WRONG, ''));
}

const RESERVATION = new RegExp(
  [
    '\\b(?:but|except|exceptions?|however|although|though|partial|partially|mostly|unless|not|no|nor|never|lacks?)\\b',
    "\\b(?:missing|violat|fail|vulnerab|broken|in(?:adequate|consistent|complete))|n[’']t\\b|[❌✗✘]|\\[cut, ",
  ].join('|'),
  'i',
);
const NOTHING_WRONG =
  /\b(?:no|0|zero) (?:(?:lint|style|naming|new|type|formatting) ){0,2}(?:issue|error|violation|warning|problem|deviation|failure|exception)s?\b/gi;

/** Whether the evidence behind a status word takes it back. It may speak of failures, as what was to be seen. */
export function isDoubted(note: string): boolean {
  return DOUBT.test(note) || FAILED_WORD.test(note) || FAILED_ENTRY.test(note);
}

const DOUBT =
  /\b(?:but|except|however|although|though|partial|partially|mostly|(?:could not|cannot) (?:be )?(?:verif|check|test|confirm|run|reach|s(?:ee|tart))\w*|unable to|not (?:yet )?(?:verified|met|checked|tested)|only by reading)\b|[❌✗✘]|\[cut, /i;
const FAILED_WORD = /(?<!\b(?:0|no|No) )\b(?:FAIL|FAILS|FAILED|UNMET|UNVERIFIED|NOT VERIFIED|NOT MET)\b/;
const FAILED_ENTRY =
  /(?:^|[-–—:,;(/|=>→[] {0,2})(?:failed|fails|failing|unverified|unmet|skipped|blocked)\b/i;

/** Whether the words before a status already give another: `AC2: failed (VERIFIED that …)`. */
export function isSubjectDoubted(subject: string): boolean {
  return /[❌✗✘]/.test(subject) || subject.split(/: | [-–—] | ?[(,;]/).some((part) => OPENING.test(part));
}

const OPENING =
  /^[*_` ]{0,4}(?:fail(?:s|ed|ing|ure)?|un(?:verified|met|tested|known|checked)|partial(?:ly)?|skipped|blocked|not (?:yet )?(?:verified|met|checked|tested|done|ok|working)|(?:could|can|did|does) ?not|unable)\b/i;

/** Whether a heading announces complaints, whatever it is called. */
export function isComplaint(label: string): boolean {
  return !/^no\b/i.test(label) && COMPLAINT.test(label.replace(/\bnon-?blocking\b/i, ''));
}

/** Whether a heading says that all earlier complaints are settled: `The earlier issues are fixed`. `2 of 3 are fixed` does not. */
export function isSettled(label: string): boolean {
  return SETTLED.test(label);
}

const SETTLED =
  /^(?:(?:all|both|the|of the|my) ){0,3}(?:earlier|previous|prior|former) (?:review )?(?:issues?|findings?|problems?|concerns?|defects?|blockers?)(?: (?:are|is|were|was|have been|has been)(?: all| both| now){0,2}|,? all|:)? \(?(?:fixed|resolved|addressed|repaired|corrected|closed|settled|gone)\)?$/i;

/** Whether an entry below such a heading says the opposite. It may name the place that was wrong. */
export function isUnsettled(item: string): boolean {
  return speaksAgainst(item) || isDoubted(item) || /\b(?:still|remains?|again)\b/i.test(item);
}

const COMPLAINT =
  /\b(?:issues?|problems?|findings?|bugs?|defects?|fix|fixes|blockers?|blocking|critical|concerns?|fail(?:s|ed|ing|ures?)?|unmet|unverified|violations?|vulnerabilit(?:y|ies)|errors|must|required|missing|risks?|warnings?|changes requested|not (?:met|verified|done)|incomplete|gaps|regressions?|broken|rejected|complaints?|objections?|shortcomings?|showstoppers?|deficienc(?:y|ies))\b/i;
