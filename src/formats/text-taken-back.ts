/** What is judged. A sentence about anything else, such as orders that are not accepted, refuses nothing. */
const WORK =
  '(?:it|this(?: one)?|(?:the|this|your|an?|any) (?:\\w+ ){0,2}?(?:changes?|work|code|patch|diff|branch|ticket|commits?|delivery|submission|implementation|solution|(?:pull|merge) request|pr))';
const NOT = "(?: ?not| never|n?[’']t)";
/** `cannot`, `should definitely not`, `won't`. */
const MUST_NOT = `(?:can|ca|will|wo|should|must|would|could|may|do|does|did)(?: (?:\\w+ly|really|still))?${NOT}`;

// The acts that a judge allows or refuses, in the forms that English has for them.
const VERB = '(?:merge|land|ship|release|approve|accept|sign(?: (?:it|this))? off(?: on)?|endorse)';
const DONE = '(?:merged|landed|shipped|released|approved|accepted|signed off)';
const DOING =
  '(?:(?:merg|land|shipp|releas|approv|accept|sign)ing(?: off(?: on)?)?|(?:(?:a|an|the|this|its|my) )?(?:merge|release|approval|landing))';
/** What the work does itself: `this cannot land`, `it must not reach main`. */
const ENTER =
  '(?:merge|land|ship|go in(?:to main)?|(?:reach|enter|get into) (?:main|master|the main branch))';

/** Behind it the sentence ends or says when or why: `shipped twice` and `merged in place` are about something else. */
const END =
  '(?= (?:as|yet|before|until|unless|without|now|today|like|because|since|for|with|while|at|given|that|in(?! (?:place|memory|parallel|order|one|two|code)\\b))\\b|[ ]?[.!?;,:–—)-]|$)';
const OBJECT = `(?: ${WORK})?${END}`;

/** What may stand between the work and its verb: `as it stands`, `, as written,`, `in its present form`. */
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
/** The work, where nobody says that there is no reason against it, and not on a condition. */
const SUBJECT = `(?<!\\b(?:reason (?:why|that)|(?:see|know) why|if|unless) )\\b${WORK}(?:${ASIDE}|(?<!\\b(?:in|of|for|with|by|to|from|on|at|about) ${WORK})${AND})?,? `;
const OF_WORK = `(?:^|^(?:looks?|fine|good|nice|ok|okay|great|works|reads)\\b[^,;]{0,40},? (?:but|and|so) |${SUBJECT})`;

const I = "(?:\\b(?:i|we|you|one)(?:['’](?:d|m|ll|re|ve))? )";
/** The writer says so, in words without another denial: `I see no reason not to merge this` is a yes. */
const SPOKEN = `(?:^|\\b(?:so|but|better|best|rather) |(?:${I}|\\bmy |\\bplease )(?:(?!(?:no|not|nothing|never|none|without|cannot|nor)\\b)\\w+ ){0,4}?)`;
/** `I would not hesitate to merge this` is a yes. */
const MORE =
  '(?:(?!(?:hesitat|mind|object|oppos|see|find|know|wait|doubt|have|get|make|against|block|stop|delay|prevent|hold|reject|refus|insist)\\w*|(?:the|a|an|its) )\\w+ ){0,3}?';
/** Each of them with `not` before it, or as `unfit`, `unable`. */
const STATE =
  '(?:comfortable|able|ready|willing|prepared|happy|going|fit|safe|good|suitable|acceptable|worthy|in a state)';
const UNWISE =
  '(?:(?:a |too )?(?:mistake|bad idea|wrong|premature|early|soon|unsafe|unwise|dangerous|irresponsible|inadvisable)|not (?:yet )?(?:safe|right|wise|advisable|justified))';
/** What is asked for, and not said to be needless: `nothing has to change before`. */
const ASKS =
  '^(?:(?!(?:no|not|nothing|none|never|neither|need not|earlier)\\b)[^ ]+ )*?(?:must|(?:has|have|ought|needs?) (?:to|an?(?:other)?|more|some)|needs|(?:is|are|was|were) (?:required|needed|necessary)|should|please|fix|ask for|want)\\b(?! not\\b)[^,;]*';
const ACT_ON_WORK = `(?:${WORK} (?:is|are|gets|can be|may be|could be) ${DONE}|${WORK} (?:can |may |goes |gets )?(?:${ENTER}|in)|${DOING}(?: ${WORK})?|i (?:can |could |will )?${VERB}(?: ${WORK})?)${END}`;

/** Sentences that refuse the work: a denial or a requirement, an act, and the work or nothing as its object. */
const DENIALS = [
  // the work and what must not be done with it
  `${OF_WORK}(?:${MUST_NOT}|(?:is|are)${NOT} to) (?:\\w+ )?(?:(?:be|get|have been) (?:\\w+ )?${DONE}|${ENTER}|${VERB})${END}`,
  `\\b(?:so|hence|therefore) it ${MUST_NOT} (?:\\w+ )?(?:be merged|${ENTER})${END}`,
  `\\bunder no circumstances (?:should|may|must|can) ${WORK} (?:be ${DONE}|${ENTER})`,
  `${OF_WORK}(?:should|must|has to|ought to|needs to)(?: be|) (?:rejected|vetoed|turned down|reverted|reworked|sent back|go back|stay out|(?:blocked|kept) from (?:\\w+ )?${DOING}|wait)\\b`,
  `(?:^|^this is |${WORK} (?:is|was))${NOT} (?:yet )?(?:approved|accepted|mergeable)${END}`,
  `${OF_WORK}(?:is|stays) (?:rejected|vetoed|turned down|blocked|unmerge?able|unacceptable)${END}`,
  `^unmerge?able${END}`,
  // the writer, or an order
  `(?:^(?:please )?never|(?:^|\\b(?:please|but|so|and|yet|is|say|recommend) )do${NOT}) (?:yet )?${VERB}${OBJECT}`,
  `\\bdo-not-${VERB}\\b`,
  `\\b${I}(?:\\w+ )?${MUST_NOT} ${MORE}(?:${VERB}|be ${DOING})${OBJECT}`,
  `\\b${I}${MUST_NOT} (?:be signing (?:it|this) off|(?:\\w+ )?(?:recommend|advise|suggest|support|endorse|justify) (?!against )(?:\\w+ )?${DOING}${OBJECT})`,
  `^(?:nobody|no one) (?:should|may|must|can) ${VERB}${OBJECT}`,
  `\\b(?:team|epic) ${MUST_NOT} ${VERB}${OBJECT}`,
  `\\b(?:i|we) (?:do|did|would)${NOT} (?:think|believe|feel|consider)(?: that)? (?:${WORK}|we|you|i)(?: (?!not\\b)[^ ,;]+)*? (?:${VERB}|${DONE}|${ENTER}|ready|mergeable)${END}`,
  `(?:^|${I}(?:am |are |is )?|${SUBJECT}(?:is|are|was)) ?(?:not|n[’']t|un) ?(?:yet |really |at all )?${STATE} ?(?:(?:to|for|with|about) )?(?:be )?(?:${VERB}|${DONE}|${DOING}|production|go|users)`,
  `${SUBJECT}(?:is|was|are)${NOT} (?:yet )?acceptable${END}`,
  `^not (?:for|to be) (?:${VERB}|${DONE}|${DOING})`,
  `${SPOKEN}(?:reject(?:ing)?|veto(?:ing)?|block(?:ing)?|nack(?:ing)?|fail(?:ing)?|disapprove of|oppose|object to) (?:(?:this|the) review|(?:${DOING} )?${WORK}|${DOING})${END}`,
  `^(?:reject(?:ing|ed)?|nack|veto(?:ed)?|blocking on .*|request(?:ing)? changes|changes requested)${END}|^blocking on\\b`,
  `\\brecommend(?:ation)? (?:is )?(?:to reject|rejecting)\\b`,
  `${SPOKEN}(?:not (?:to )?${VERB}|not ${DOING})${OBJECT}|${I}(?:\\w+ ){0,2}(?:refuse|decline) to ${VERB}\\b`,
  `\\bno way (?:to|i (?:can|could)|we (?:can|could)) ${VERB}${OBJECT}`,
  `${SPOKEN}(?:(?:advis|recommend|vot|decid)\\w* )?(?:against|hold(?:ing)?(?: off)?(?: on| with)?|refrain from|avoid|postpone|delay|stop|block|wait (?:with|before)) (?:\\w+ )?${DOING}${OBJECT}`,
  // the act as a thing
  `(?:^|${SPOKEN})${DOING}(?: ${WORK})? (?:(?:is|was|seems|would be) ${UNWISE}|(?:should|must|has to|will have to) wait)`,
  `\\b${UNWISE} to ${VERB}${OBJECT}`,
  `${I}(?:\\w+ )?(?:withhold|withholding|deny|denying|oppose) (?:\\w+ )?${DOING}`,
  `^(?:no (?:merge|approval|landing|release)|approval (?:is )?(?:denied|withheld|refused))${END}`,
  `${SUBJECT}(?:does|do|did)${NOT} (?:yet )?(?:deserve|merit|meet|earn|qualify)\\b.* (?:approval|merge|merging|merged|release)\\b`,
  `\\b(?:a (?:hard |clear |firm )?no from me|hard no|no-go)\\b`,
  `^(?:(?:please )?send (?:it|this|${WORK}) back|(?:there is|i (?:see|found|have)) (?:one|an?|two|a single) blockers?)\\b`,
  `${OF_WORK}(?:is [^,;.]* and )?(?:should|must|has to|needs to) go back\\b`,
  // something has to be done first
  `${ASKS} (?:before|prior to) ${ACT_ON_WORK}`,
  `^fix\\b.*\\b(?:then|before you) ${VERB}${OBJECT}`,
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

/** A labelled value that denies: `Status: FAIL`, `Verdict: needs work`, `Ready to merge: no, not yet`. */
const DENYING_MEMBER = new RegExp(
  `^[\\s>#|-]*(?:${[
    '(?:(?:final|overall|my|review|code|audit) ){0,2}(?:status|verdict|decision|recommendation|outcome|result|conclusion|judge?ment|rating|overall)\\s?[:|] ?(?:fail(?:ed|ing)?|reject(?:ed)?|request(?:ing)? changes|changes (?:requested|required)|(?:still )?needs? (?:(?:more|some|further) )?(?:work|changes|fix(?:es|ing)|revision|rework)|not (?:yet )?(?:ready|approved|accepted|acceptable|mergeable|passed|ok)(?: (?:yet|to merge|for merge))?|blocked|denied|rework|no)',
    '(?:approved?|approval|(?:ready|ok(?:ay)?|safe|fit|good) (?:to|for) (?:merge|merging|land|landing|ship|release|go)|ready|mergeable|merge|lgtm|ship it|can (?:be merged|merge)|acceptable|accepted)\\s?[:|?]{1,2} ?(?:false|no|not yet|not ready|never|denied|fail(?:ed)?)',
  ].join('|')})(?: ?[,.;:(|–—!-].*)?\\W*$`,
  'i',
);

/** Longer than any line of prose; keeps a hostile one from costing anything. */
const LONGEST = 2_000;

/** Marks of a list or a quotation, a label such as `Summary:`, and what it says. */
const LABELLED = /^[\s>#-]*(?:([A-Z][\w’' -]{0,60}):\s*)?(.*)$/;

/** Sentences that take a pass back. Whatever else prose and notes say does not block: an issue has a section of its own. */
export function findRetractions(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const said = line.slice(0, LONGEST).replaceAll(/\s+/g, ' ').replaceAll(QUOTED, 'X');
    const plain = said.replaceAll(/[*_`"“”]/g, '');
    if (DENYING_MEMBER.test(plain)) return [plain.trim()];
    const [, label = '', text = ''] = LABELLED.exec(plain) ?? [];
    return [label, ...text.split(/(?<=[.!?;]) | ?\| ?/)].filter((sentence) =>
      DENIALS.some((denial) => denial.test(sentence)),
    );
  });
}
