const WORK =
  '(?:it|this|(?:the|this|your) (?:\\w+ ){0,2}?(?:changes?|work|code|patch|diff|branch|ticket|commits?|delivery|submission|implementation|solution|(?:pull|merge) request|pr))';
const NOT = "(?: ?not| never|n?[’']t)";
const VERB = '(?:merge|land|ship|approve|accept)';
const DONE = '(?:merged|landed|shipped|released|approved|accepted)';
const DOING =
  '(?:(?:merg|land|shipp|releas|approv|accept)ing|(?:(?:a|the|this|its|my) )?(?:merge|release|approval|landing))';
/** What somebody says of an act that is not to be: `merging this would be a mistake`. */
const UNWISE =
  '(?:(?:a |too )?(?:mistake|bad idea|wrong|premature|early|unsafe|unwise|dangerous|irresponsible|inadvisable)|not (?:yet )?(?:safe|right|wise|advisable|justified))';
/** Behind it the sentence ends or says when or why: `shipped twice` and `merged in place` are about something else. */
const END =
  '(?= (?:as|yet|before|until|unless|without|now|because|since|for|in(?! (?:place|memory|parallel|order|one|two|code)\\b))\\b|[ ]?[.!?;,:–—)-]|$)';
const OBJECT = `(?: ${WORK})?${END}`;

/** What may stand between the work and its verb: `as it stands`, `, as written,`, `loses money and`. */
const ASIDE = [
  ' as (?:a whole|is|such|it (?:stands|is)|\\w+(?:ed|en))',
  ' (?:in|with|without|at|for|given) (?:its|this|the|that|these|such|all) (?:\\w+ ){0,2}\\w+',
  ' (?:right now|now|still|therefore|thus|also|just|\\w+ly)',
  ',? [(][^()]{1,60}[)]',
  ', [^,]{1,60},',
].join('|');
/** `this loses money and`, where `this` is not a part of another subject: `keys of this ticket`. */
const AND =
  '(?: (?!(?:that|which|who|where|when|if|whether|because|so|while|says?|means?|ensures?|makes?|checks?)\\b)[^ ,;]{1,30}){1,12},? (?:and|but|so)';
/** The work, where nobody says that there is no reason against it. */
const SUBJECT = `(?<!\\bno (?:good )?reason (?:why|that) )\\b${WORK}(?:${ASIDE}|(?<!\\b(?:in|of|for|with|by|to|from|on|at|about) ${WORK})${AND})?,? `;
const OF_WORK = `(?:^|^(?:looks?|fine|good|nice|ok|okay|great|works|reads)\\b[^,;]{0,40},? (?:but|and|so) |${SUBJECT})`;
/** The writer says so, in words without another denial: `I see no reason not to merge this` is a yes. */
const SPOKEN =
  "(?:^|\\b(?:so|but|better|best|rather) |(?:\\b(?:i|we|my)(?:['’](?:d|m|ll|re|ve))? |\\bplease )(?:(?!(?:no|not|nothing|never|none|without|cannot|nor)\\b)\\w+ ){0,4}?)";
/** `I would not hesitate to merge this` is a yes. */
const MORE =
  '(?:(?!(?:hesitat|mind|object|oppos|see|find|know|wait|doubt|have|get|make|against|block|stop|delay|prevent|hold|reject|refus)\\w*|(?:the|a|an|its) )\\w+ ){0,3}?';

/** Sentences that state the opposite verdict: the work is not to be merged. */
const DENIALS = [
  `${OF_WORK}(?:(?:should|must|can|may)${NOT}|(?:is|are)${NOT} to) (?:\\w+ )?(?:be|have been) (?:\\w+ )?${DONE}${END}`,
  `(?:^|^this is |${WORK} (?:is|was))${NOT} (?:yet )?(?:approved|accepted)${END}`,
  `${OF_WORK}(?:(?:should|must|has to|ought to|needs to) be|is|stays) (?:rejected|vetoed|turned down|(?:blocked|kept) from (?:\\w+ )?${DOING})${END}`,
  `^(?:please )?(?:reject|veto|nobody (?:should|may|must) ${VERB})${OBJECT}`,
  `(?:^|${SPOKEN})${DOING}(?: ${WORK})? (?:(?:is|was|seems|would be) ${UNWISE}|(?:should|must|has to|will have to) wait)`,
  `\\b${UNWISE} to ${VERB}${OBJECT}`,
  `\\b(?:i|we) (?:\\w+ )?(?:oppose|disapprove(?: of)?|object to|withhold|deny) (?:\\w+ )?(?:${DOING}|${WORK})`,
  `^(?:no (?:merge|approval|landing|release)|approval (?:is )?(?:denied|withheld|refused))${END}`,
  `${OF_WORK}(?:should|must|may)${NOT} (?:\\w+ )?${VERB}${END}`,
  `(?:^(?:please )?never|\\bdo${NOT}) (?:yet )?${VERB}${OBJECT}`,
  `\\bdo-not-${VERB}\\b`,
  `\\b(?:i|we|you|one) (?:would|could|can|do|should|must)${NOT} ${MORE}${VERB}${OBJECT}`,
  `\\b(?:i|we) (?:would|could|can|do|should|must)${NOT} (?:\\w+ )?(?:recommend|advise|suggest|support|endorse|justify) (?!against )(?:\\w+ )?${DOING}${OBJECT}`,
  `(?:^not|${SUBJECT}(?:is|are)${NOT}) (?:yet )?(?:ready|fit|safe) (?:to|for) (?:be )?(?:merg|land|ship|releas|production)`,
  `(?:(?:^not|${SUBJECT}(?:is|are)${NOT}) (?:\\w+ )?|(?:^|${SUBJECT}(?:is|are) )un)merge?able${END}`,
  `${SPOKEN}(?:(?:advis|recommend|vot|decid)\\w* )?(?:against|hold(?:ing)? off(?: on| with)?|refrain from|avoid|postpone|delay|stop|block|wait (?:with|before)) (?:\\w+ )?${DOING}${OBJECT}`,
  `${SPOKEN}(?:not (?:to )?${VERB}|not ${DOING}|(?:refuse|decline) to ${VERB})${OBJECT}`,
  `\\b(?:i|we) (?:must |have to |would |will |should )?(?:reject|fail|veto) (?:${WORK}|(?:this|the) review)${END}`,
].map((pattern) => new RegExp(pattern, 'i'));

const QUOTE = '(?:`X`|"X"|“X”)'.replaceAll(
  'X',
  '[^`"”.!?;]*(?:merg|land|ship|approv|accept|releas)[^`"”.!?;]*',
);
/** Quoted words and code are not said, unless they are the answer: `The verdict is "do not merge".` */
const QUOTED = new RegExp(
  `(?<=\\w )(?<!\\b(?:is|say|vote|answer|recommend) )${QUOTE}|(?<=^|[ (])${QUOTE}(?= \\w)`,
  'gi',
);

/** A member of a report that says the opposite: `Status: FAIL`, `Approved: false`. */
const DENYING_MEMBER =
  /^[\s>#-]*(?:(?:overall )?(?:status|verdict|decision|recommendation)\s?[:|] ?(?:fail(?:ed)?|reject(?:ed)?|request changes|changes requested)|approved\s?[:|] ?(?:false|no))\W*$/i;

/** Longer than any line of prose; keeps a hostile one from costing anything. */
const LONGEST = 2_000;

/** Sentences that take a pass back. Whatever else prose and notes say does not block: an issue has a section of its own. */
export function findRetractions(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const said = line.slice(0, LONGEST).replaceAll(/\s+/g, ' ').replaceAll(QUOTED, 'X');
    const plain = said.replaceAll(/[*_`"“”]/g, '');
    const text = plain.replace(/^[\s>#-]*(?:[A-Z][\w ]{0,30}:\s*)?/, '');
    if (DENYING_MEMBER.test(plain)) return [plain.trim()];
    return text
      .split(/(?<=[.!?;]) | ?\| ?/)
      .filter((sentence) => DENIALS.some((denial) => denial.test(sentence)));
  });
}
