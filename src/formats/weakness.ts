/** What guards something: as a category it is about security, in a title only where it is said to be missing or bad. */
const GUARD =
  'auth|authn|authz|authenticat\\w+|authori[sz]\\w+|access controls?|access checks?|permission checks?|permissions?|privileges?|ownership checks?|crypto\\w*|encryption|ciphers?|certificate (?:validation|verification|checks?)|signature (?:validation|verification|checks?)|password hash\\w*';
const LACKING =
  'missing|no|without|lacks?|lacking|absent|broken|weak|improper|incorrect|insufficient|inadequate|insecure|unsafe|excessive|bypass\\w*|skips?|skipped|disabled|unenforced';
const SENSITIVE =
  'sensitive (?:data|information)|personal data|private keys?|api keys?|access tokens?|session tokens?|passwords?|credentials?|secrets?|pii';
const SHOWN =
  'exposures?|exposed|exposes|exposing|leaks?|leaked|leaking|leakage|disclos\\w+|hard ?coded|plain ?text|cleartext|logged|logs|logging|printed|unencrypted|unprotected';
/** Writing about a guard is not the guard. */
const ABOUT = 'docs?|docstrings?|documentation|readme|comments?|changelog|typos?|wording';

/** One pattern for each family of weaknesses, after the names in CWE's top 25 and OWASP's top 10. */
const families: readonly string[] = [
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
];

const WEAKNESS = new RegExp(` (?:${families.join('|')}) `);
const SUBJECT = new RegExp(` (?:${GUARD}|${SENSITIVE}|deseriali[sz]ation) `);
const WRITING = new RegExp(` (?:${ABOUT}) `);

/** Whether words, in small letters with one space around each, name a weakness. */
export function isWeakness(words: string): boolean {
  return WEAKNESS.test(words);
}

/** Whether words speak of documents or comments. */
export function isAboutText(words: string): boolean {
  return WRITING.test(words);
}

/** Whether a category is what protects something, or what has to be protected. */
export function isSensitive(words: string): boolean {
  return SUBJECT.test(words) && !isAboutText(words);
}
