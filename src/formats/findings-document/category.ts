import { severityFrom, worse, type Severity } from '../../model/severity.ts';

/** What guards something: as a category it is about security, in a title only where it is said to be missing or bad. */
const GUARD =
  'auth|authn|authz|authenticat\\w+|authori[sz]\\w+|access controls?|access checks?|permission checks?|permissions?|privileges?|ownership checks?|crypto\\w*|encryption|ciphers?|certificate (?:validation|verification|checks?)|signature (?:validation|verification|checks?)|password hash\\w*';
const LACKING =
  'missing|no|without|lacks?|lacking|absent|broken|weak|improper|incorrect|insufficient|inadequate|insecure|unsafe|excessive|bypass\\w*|skips?|skipped|disabled|unenforced';
const SENSITIVE =
  'sensitive (?:data|information)|personal data|private keys?|api keys?|access tokens?|session tokens?|passwords?|credentials?|secrets?|pii';
const SHOWN =
  'exposures?|exposed|exposes|exposing|leaks?|leaked|leaking|leakage|disclos\\w+|hard ?coded|plain ?text|cleartext|logged|logs|logging|printed|written|unencrypted|unprotected';
/** Words about text: writing about a guard is not the guard. */
const ABOUT = 'docs?|docstrings?|documentation|readme|comments?|changelog|typos?|wording|spelling';

/** One pattern for each family of weaknesses, after the names in CWE's top 25 and OWASP's top 10. */
const weaknesses: readonly string[] = [
  // Injection, except of what a program gives itself.
  '(?<! (?:dependency|constructor|setter|property|field|method|service|fault) )(?:injections?|sqli|injectable)',
  '(?:path|directory) (?:traversals?|climbing)|zip ?slip|(?:local|remote) file inclusion|lfi|rfi|(?:unrestricted|arbitrary) (?:file )?(?:uploads?|reads?|writes?)',
  'idors?|bola|insecure direct object references?|privileges? escalations?|escalat\\w+ (?:of )?privileges?|confused deputy|session (?:fixation|hijack\\w*)|mass assignment',
  `(?:${LACKING}) (?:\\w+ )?(?:${GUARD})(?! (?:${ABOUT}) )|(?:${GUARD}) (?:is |are |can be )?(?:bypass\\w*|missing|broken|disabled|skipped|absent|not (?:checked|enforced|required))|unauth(?:enticated|ori[sz]ed) (?:\\w+ )?(?:access|users?|requests?|calls?|endpoints?)`,
  `(?:${SHOWN}) (?:\\w+ ){0,2}(?:${SENSITIVE})|(?:${SENSITIVE}) (?:\\w+ ){0,2}(?:${SHOWN})|(?:information|data) (?:disclosure|leaks?|leakage|exposure)`,
  '(?:weak|broken|insecure|predictable|outdated) (?:hash\\w*|random\\w*|prng|tls|ssl|keys?|passwords?|algorithms?)|timing attacks?|padding oracle',
  '(?:insecure|unsafe|untrusted) deseriali[sz]ation|deseriali[sz]\\w+ (?:of )?(?:untrusted|user)(?: \\w+)?',
  'xss|cross site scripting|xxe|xml external entit(?:y|ies)|csrf|xsrf|(?:cross site|server side) request forgery|ssrf|(?:open|unvalidated) redirects?|clickjacking',
  'rce|(?:remote|arbitrary|untrusted) (?:code|command) execution|code execution|buffer (?:over|under)(?:flow|run|read)s?|out of bounds (?:reads?|writes?|access)|use after free|double free|null pointer dereference',
  'prototype pollution|(?:cache|dns) poisoning|request smuggling|response splitting|denial of service|redos',
  'vulnerab(?:le|ility|ilities)|security (?:vulnerabilit\\w+|holes?|issues?|risks?|flaws?|problems?|bugs?|defects?)|exploitable',
];

const DATA =
  'data|rows?|records?|entries|messages|events|writes|updates|edits|changes|files|orders|payments|transactions';
const AUX = '(?:(?:is|are|was|were|gets?|may|can|could|be|been|being|has|have|silently) ){0,3}';
const lostData = `dataloss|data loss(?:es)?|(?:${DATA}) ${AUX}lost|(?:loss|losing|loses?|lost) (?:\\w+ ){0,3}(?:${DATA})|data ${AUX}(?:corrupt\\w*|destroyed|wiped)|(?:corrupt\\w*|destroy\\w*|wip(?:es|ed|ing)) (?:\\w+ ){0,3}data`;

const crash =
  'crash(?:es|ed|ing)|(?:may|can|could|will|would|might|to|a|possible) crash|crash (?:on|when|if|in|at|with|after|while|during|under)|seg(?:mentation )?faults?|panics|panicked|core dumps?|stack overflow|null ?pointer(?: ?(?:exceptions?|dereferences?))?|fatal error|(?:unhandled|uncaught) (?:\\w+ ){0,2}\\w*(?:exceptions?|errors?|rejections?)|(?:process|server|service|application|app|program|worker) (?:exits|dies|aborts|terminates)|index out of (?:range|bounds)';

const BROKEN =
  'violat\\w+|broken?|breaks?|breaking|bypass\\w*|skip\\w*|disabl\\w+|ignor\\w+|circumvent\\w*|fail\\w*|unenforced|not (?:run|executed|enforced)|(?:switched|turned) off';
const GUARDS =
  '(?:git|(?:pre|post) ?(?:commit|push|merge|receive)|commit msg) hooks?|husky|lefthook|(?:tdd|architecture) guard';
/** A hook that is broken, something that breaks a hook, git's option to go without, and a guard's name with such a word after it. */
const brokenHook = `hooks? ${AUX}(?:${BROKEN})|(?:${BROKEN}) (?:(?:of|the|a|an|all|its|s|git|repository|pre|post|commit|push) ){0,6}hooks?|no verify|(?:${GUARDS}) (?:\\w+ ){0,6}(?:${BROKEN})`;

const ADR = '(?:adrs?|architectur(?:e|al) decisions?)';
const brokenDecision = `(?:violat\\w+|contradict\\w*|break(?:s|ing)?|ignor\\w+|against|deviat\\w+ from|contrary to) (?:\\w+ ){0,2}${ADR}|${ADR} (?:\\w+ ){0,2}(?:violat\\w+|contradicted|broken|ignored|not followed|requires)`;

const criticalTests =
  '(?:missing|lack(?:s|ing)|no|without) critical (?:\\w+ )?tests?|critical (?:missing tests?|tests? missing)|(?:missing|no) tests? (?:for|of|on|in|around) (?:\\w+ ){0,3}critical|critical (?:\\w+ ){1,5}(?:no tests?|untested|not (?:tested|covered))';

const slow =
  'performance (?:issues?|problems?|regressions?|impact|bottlenecks?|penalty|hit|degradation)|n 1 quer(?:y|ies)|o n (?:2|3|m)|quadratic|exponential time|(?:is|are|too|very) slow|slow because|slow (?:quer\\w+|response\\w*|down)|memory leaks?|leaks? memory|block(?:s|ing) the event loop|inefficient\\w*';
const unfinished =
  'incomplete\\w*|unfinished|unimplemented|half (?:done|finished|implemented)|not (?:(?:yet|fully) )?(?:finished|complete|completed|implemented)|partial(?:ly)? implement\\w+|(?:missing|absent) implementation|implementation (?:is )?(?:missing|absent|partial)';
const structure =
  'architectur(?:e|al) (?:concerns?|issues?|problems?|violations?|boundar\\w+|flaws?)|(?:circular|cyclic) (?:dependenc\\w+|imports?)|(?:dependency|import) cycles?|layer(?:ing)? violations?|tight(?:ly)? coupl\\w+|god (?:class|object)';
const testGaps =
  'tests? (?:coverage )?gaps?|coverage gaps?|gaps? (?:in|of) (?:\\w+ )?(?:tests?|testing|coverage)|(?:tests?|testing|coverage) (?:(?:has|have|with|significant|large|big|serious) ){1,3}gaps?|(?:insufficient|inadequate|poor|low) (?:test )?coverage';

/** A category of these words alone decides: security, crashes, ADRs. */
const criticalTopics =
  'security|insecure|vulnerab(?:le|ility|ilities)|exploits?|secrets?|credentials?|crash(?:es|ed|ing)?|adrs?|architectur(?:e|al) decisions?';
/** And so do these: performance, incomplete work, architecture, test gaps. */
const importantTopics =
  'performance|perf|slow(?:ness)?|latency|scalability|(?:in)?efficiency|architectur(?:e|al)|layering|(?:tight )?coupling|separation of concerns|(?:memory|resource) leaks?|stubs?|placeholders?';

const NOT =
  '(?:no|not(?! only)|never|without|cannot|nor|neither|nothing|none|(?:do|does|did|is|are|was|ca|wo|could|would)nt)';
const FILLER =
  '(?:a|an|any|the|real|known|further|other|risk|chance|danger|sign|evidence|of|to|be|leads?|causes?|results?|in|longer|ever|such|user|customer)';
/** Words that say it, also across a comma, but not after a negation in their clause: `never loses any data`. */
function sign(...patterns: readonly string[]): RegExp {
  const said = patterns.join('|').replace(/ (?!\?)/g, ' (?:, )?');
  return new RegExp(`(?<! ${NOT}(?: ${FILLER}){0,4}) (?:${said}) `);
}

const CRITICAL_SIGN = sign(...weaknesses, lostData, crash, brokenHook, brokenDecision, criticalTests);
const IMPORTANT_SIGN = sign(slow, structure, testGaps);
const UNFINISHED = sign(`(?<! (?:${ABOUT}) (?:is |are )?)(?:${unfinished})(?! (?:${ABOUT}) )`);
const CRITICAL_TOPIC = new RegExp(` (?:${criticalTopics}) `);
const SUBJECT = new RegExp(` (?:${GUARD}|${SENSITIVE}|deseriali[sz]ation) `);
const IMPORTANT_TOPIC = new RegExp(` (?:${importantTopics}) `);
const WRITING = new RegExp(` (?:${ABOUT}) `);
const NAMED = new RegExp(` (?:${ABOUT}|nam(?:es?|ing)|formatting) `);
/** A description that takes its category back: `[Security]: no issues found`. */
const DENIAL =
  /^ (?:none|n a|nothing|ok|fine|negligible|no (?:\w+ ){0,2}(?:issues?|problems?|concerns?|findings?|vulnerabilit\w+|impact|regressions?|loss|crash(?:es)?|gaps?|violations?)) /;

/**
 * The least severity the categorisation rules allow (LOOP-10), or undefined where they leave it open. Category and
 * title are read as one text; a topic such as `security` or `performance` decides only as the category.
 */
export function severityFloor(category: string, title: string): Severity | undefined {
  const topic = wordsIn(category);
  const described = NAMED.test(topic) ? title.replace(QUOTED, ' ') : title;
  const all = wordsIn(`${category} ${described}`);
  const isDenied = DENIAL.test(wordsIn(title));
  const isSubject = CRITICAL_TOPIC.test(topic) || (SUBJECT.test(topic) && !WRITING.test(topic));
  if ((isSubject && !isDenied) || CRITICAL_SIGN.test(all)) return 'CRITICAL';
  const isImportant =
    (IMPORTANT_TOPIC.test(topic) && !isDenied) ||
    IMPORTANT_SIGN.test(all) ||
    (UNFINISHED.test(all) && !WRITING.test(topic));
  // Letters of two alphabets in one word are there to hide what the word is.
  const isRuled = foldLetters(category).isMixed || (isImportant && !topic.includes(' minor '));
  const named = severityWord(topic.trim().replace(/^, | ,$/g, ''));
  if (named === undefined) return isRuled ? 'HIGH' : undefined;
  return isRuled ? worse('HIGH', named) : named;
}

const QUOTED = /"[^"]{0,100}"|`[^`]{0,100}`|“[^”]{0,100}”/g;

/** Small letters with one space around each word, and a comma where a clause ends. */
function wordsIn(said: string): string {
  const clauses = foldLetters(said)
    .text.replace(/['’]/g, '')
    .replace(/[.,;:!?](?=\s|$)|[()]| [-–—]+ /g, ' , ');
  return ` ${clauses.replace(/[^a-z0-9,]+|(?<! ),(?! )/g, ' ').trim()} `;
}

/**
 * The worst a finding's severity lines say, each by its first word, or by both of "low/medium"; undefined where they
 * say nothing. What cannot be read is never taken for harmless.
 */
export function severityLines(lines: string): Severity | undefined {
  const said = lines.split('\n').flatMap((line) => {
    const { text } = foldLetters(line);
    const [, first, second = ''] = FIRST_WORDS.exec(text) ?? [];
    if (first === undefined) return text.trim() === '' ? [] : (['HIGH'] as const);
    return [severityWord(first) ?? 'HIGH', severityWord(second) ?? 'INFO'];
  });
  return said.length === 0 ? undefined : said.reduce(worse);
}

const FIRST_WORDS = /^[^a-z0-9]{0,20}([a-z]+)(?:[ *_`]{0,4}(?:\/|-|→|to\b|or\b)[ *_`]{0,4}([a-z]+))?/;

/** Words of further scales that reviewers use where ours were asked for. */
const otherWords: ReadonlyMap<string, Severity> = new Map([
  ['blocker', 'CRITICAL'],
  ['blocking', 'CRITICAL'],
  ['severe', 'CRITICAL'],
  ['major', 'HIGH'],
  ['moderate', 'MEDIUM'],
  ['trivial', 'LOW'],
  ['cosmetic', 'LOW'],
  ['nit', 'LOW'],
  ['nitpick', 'LOW'],
  ['informational', 'INFO'],
]);

function severityWord(word: string): Severity | undefined {
  return severityFrom(word) ?? otherWords.get(word);
}

type Folded = {
  /** In lower case, without accents, and with the plain letter for one that only looks like it. */
  readonly text: string;
  /** Some word still has letters of another alphabet beside Latin ones. */
  readonly isMixed: boolean;
};

/** For comparing words by what a person sees: `Sеcurity` with a Cyrillic е is `security`. */
export function foldLetters(text: string): Folded {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), isMixed: false };
  const bare = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const folded = bare.replace(/[^\p{ASCII}]/gu, (letter) => lookalikes.get(letter) ?? letter);
  return { text: folded, isMixed: MIXED.test(bare) && MIXED.test(folded) };
}

const PLAIN = /^\p{ASCII}*$/u;
const MIXED = /[a-z](?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}[a-z]/u;

/** Cyrillic, Greek and a few others, by the lower case of what looks like a Latin letter in either case. */
const foreign = 'авеһніјӏкмոорԛѕстухѵԝԁɡıαβεικορτυχν';
const latin = 'abehhijlkmnopqsctyxvwdgiabeikoptuxv';
const lookalikes: ReadonlyMap<string, string> = new Map(
  Array.from(foreign, (letter, index) => [letter, latin.charAt(index)]),
);
