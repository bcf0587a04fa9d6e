import type { Language } from '../code/language.ts';

/** How tests are written in one language, as patterns over text without comments and strings. */
export type TestWords = {
  /** One match per test case; the group `name` where the name is code and not a string. */
  readonly cases: RegExp;
  readonly skips: RegExp;
  readonly focus: RegExp | null;
  readonly assertions: RegExp;
  /** Assertions that hold for nearly everything. */
  readonly weak: RegExp | null;
  /** Assertions that cannot fail. */
  readonly trivial: RegExp | null;
  /** A failure that is caught and dropped. */
  readonly swallows: RegExp | null;
};

const braces = /\bcatch\s*(?:\([^)\n]{0,200}\))?\s*\{\s*\}/g;

const script: TestWords = {
  cases:
    /(?<![\w$.])(?:Deno\.|t\.)?(?:(?<=(?:^|[;{}]|=>)\s{0,80})[xf])?(?:it|test|specify)(?:\.(?:skip|only|todo|each|concurrent|sequential|fails|failing|skipIf|runIf|for|serial|fixme)\b)*(?=\s*\(|<)/g,
  skips:
    /(?<=(?:^|[;{}]|=>)\s{0,80})x(?:it|test|describe|specify|context)\b\s*[(.]|(?<![\w$.])(?:(?:it|test|describe|suite|specify|context|bench|t|Deno\.test)(?:\.\w{1,20}){0,3}\.(?:skip|todo|skipIf|runIf|fixme|failing|fails|ignore)\b)|(?<![\w$])(?:this|ctx|context)\.skip\(|\b(?:skip|todo|ignore)\s*:\s*true\b/g,
  focus:
    /(?<=(?:^|[;{}]|=>)\s{0,80})f(?:it|describe|test|context)\s*\(|(?<![\w$.])(?:(?:it|test|describe|suite|specify|context|Deno\.test)(?:\.\w{1,20}){0,3}\.only\b)|\bonly\s*:\s*true\b/g,
  assertions:
    /(?<![\w$.])(?:expect(?:\.\w+)?|expectTypeOf|assert\w*(?:\.\w+){0,3}|t\.(?:is|not|deepEqual|truthy|falsy|throws\w*|like|regex|true|false|equal\w*|ok|same))\s*[(<]|\.should\b/g,
  weak: /\.(?:toBeTruthy|toBeFalsy|toBeDefined|not\.toBeNull|not\.toBeUndefined|not\.toThrow)\b|\bexpect\.(?:anything|any)\(|(?<![\w$.])assert(?:\.ok)?\((?![^\n]*(?:[=!]==?|[<>]|\.(?:test|includes|has|every|some)\())/g,
  trivial:
    /\bexpect\(\s*(true|false|null|\d+)\s*\)\.(?:toBe|toEqual|toStrictEqual)\(\s*\1\s*\)|\bexpect\(\s*(?:true|1)\s*\)\.(?:toBeTruthy|toBeDefined|to\.be\.true|to\.be\.ok)|(?<![\w$.])assert(?:\.ok)?\(\s*(?:true|1)\s*[,)]|\bassert\.(?:equal|strictEqual|deepEqual|deepStrictEqual)\(\s*(\w+)\s*,\s*\2\s*[,)]/g,
  swallows:
    /\bcatch\s*(?:\([^)\n]{0,200}\))?\s*\{\s*\}|\.catch\(\s*\(?\w*\)?\s*=>\s*(?:\{\s*\}|null|undefined)\s*\)/g,
};

const python: TestWords = {
  cases: /^[ \t]*(?:async[ \t]+)?def[ \t]+(?<name>test\w*)/gm,
  skips:
    /@(?:pytest\.mark\.(?:skip|skipif|xfail)|unittest\.(?:skip\w*|expectedFailure)|skip\w*\()|\bpytest\.(?:skip|xfail|importorskip)\(|\.skipTest\(|^pytestmark\s*=.{0,40}(?:skip|xfail)|^__test__\s*=\s*False/gm,
  focus: null,
  assertions: /^[ \t]*assert\b|\.assert\w+\(|\bpytest\.(?:raises|warns|approx)\(|\bassert_\w+\(/gm,
  weak: /\.assert(?:True|False|IsNotNone|IsNone)\(|^[ \t]*assert[ \t]+[\w.]+[ \t]*$|^[ \t]*assert[ \t].{1,200} is not None/gm,
  trivial:
    /^[ \t]*assert[ \t]+(?:True|1|not[ \t]+False)[ \t]*(?:,|$)|^[ \t]*assert[ \t]+(\w+)[ \t]*==[ \t]*\1[ \t]*$|\.assertTrue\(\s*(?:True|1)\s*[,)]|\.assertEquals?\(\s*(\w+)\s*,\s*\2\s*[,)]/gm,
  swallows:
    /\bexcept(?:[ \t]+\(?(?:Exception|BaseException|AssertionError)[^:\n]{0,80})?:\s*(?:pass\b|\.\.\.|return\b)/g,
};

const go: TestWords = {
  cases: /^func\s+(?<name>(?:Test|Fuzz|Example)\w*)\s*\(|\b[tb]\.Run\(/gm,
  skips: /\b[tbf]\.Skip(?:f|Now)?\(|\btesting\.Short\(\)/g,
  focus: null,
  assertions: /\b[tbf]\.(?:Errorf?|Fatalf?|Fail|FailNow)\(|\b(?:assert|require|is|qt|cmp)\.\w+\(/g,
  weak: /\b(?:assert|require)\.(?:NotNil|NotEmpty|True|False)\(/g,
  trivial:
    /\b(?:assert|require)\.True\(\s*\w+\s*,\s*true\b|\b(?:assert|require)\.Equal\(\s*\w+\s*,\s*(\w+)\s*,\s*\1\s*[,)]/g,
  swallows: null,
};

const java: TestWords = {
  cases: /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)\b|^[ \t]*(?:test|it)[ \t]*\(/gm,
  skips:
    /@(?:Disabled\w*|Ignore\w*|EnabledIf\w*|EnabledOn\w*)\b|\bassume(?:True|False|That)\s*\(|\benabled\s*=\s*false/g,
  focus: null,
  assertions: /\b(?:assert|expect|verify|fail)\w*\s*[({]|\bshould\w*\b/g,
  weak: /\bassert(?:NotNull|True|False)\s*\(|\.isNotNull\(\)/g,
  trivial:
    /\bassertTrue\(\s*true\s*[,)]|\bassertEquals\(\s*(\w+)\s*,\s*\1\s*[,)]|\bassertThat\(\s*true\s*\)/g,
  swallows: braces,
};

const csharp: TestWords = {
  cases: /\[\s*(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod)\b/g,
  skips: /\[\s*(?:Ignore|Explicit)\b|\bSkip\s*=|\bAssert\.(?:Ignore|Inconclusive|Skip)\(/g,
  focus: null,
  assertions: /\bAssert\.\w+|\.Should\w*\(|\bVerify\w*\(/g,
  weak: /\bAssert\.(?:NotNull|IsNotNull|True|IsTrue|False|IsFalse)\(|\.NotBeNull\(/g,
  trivial:
    /\bAssert\.(?:True|IsTrue)\(\s*true\s*[,)]|\bAssert\.(?:Equal|AreEqual)\(\s*(\w+)\s*,\s*\1\s*[,)]/g,
  swallows: braces,
};

const rust: TestWords = {
  cases: /#\[\s*(?:\w+::)*(?:test|rstest|test_case)\b[^\]\n]*\]/g,
  skips: /#\[\s*ignore\b|#\[\s*cfg\(\s*any\(\s*\)\s*\)\s*\]/g,
  focus: null,
  assertions: /\b(?:debug_|prop_)?assert\w*!\s*[([{]|\bpanic!\s*\(|\.(?:unwrap|expect)(?:_err)?\(/g,
  weak: /\bassert!\(\s*[\w.]+\.is_(?:some|ok|err|none)\(\)\s*\)/g,
  trivial: /\bassert!\(\s*true\s*[,)]|\bassert_eq!\(\s*(\w+)\s*,\s*\1\s*[,)]/g,
  swallows: null,
};

const ruby: TestWords = {
  cases:
    /^[ \t]*(?:[xf]?it|[xf]?specify|example|scenario|test|should)\b[ \t(]|^[ \t]*def[ \t]+(?<name>test_\w+)/gm,
  skips:
    /^[ \t]*(?:x(?:it|describe|context|specify)|pending|skip)\b|,\s*(?:skip|pending):|,\s*:(?:skip|pending)\b/gm,
  focus: /^[ \t]*(?:fit|fdescribe|fcontext|focus)\b|,\s*focus:\s*true|,\s*:focus\b/gm,
  assertions: /\bexpect\b|\bassert\w*\b|\brefute\w*\b|\.should(?:_not)?\b|\.must_\w+|\.wont_\w+/g,
  weak: /\bbe_(?:truthy|falsey|present)\b|\bassert[ \t(]|\bnot_to be_nil\b/g,
  trivial: /\bexpect\(\s*true\s*\)\.to\b|\bassert[ \t(]+true\b|\bassert_equal[ \t(]+(\w+)\s*,\s*\1\b/g,
  swallows: /\brescue\b[^\n]{0,80}\n\s*(?:nil\s*\n\s*)?end\b/g,
};

const php: TestWords = {
  cases: /\bfunction\s+(?<name>test\w*)\s*\(|#\[\s*Test\b|^[ \t]*(?:it|test)\s*\(/gm,
  skips: /\bmarkTest(?:Skipped|Incomplete)\s*\(|->skip\(|->todo\(/g,
  focus: /->only\(/g,
  assertions: /(?:->|::)(?:assert|expect)\w*\s*\(|(?<![\w>:])expect\s*\(/g,
  weak: /(?:->|::)assert(?:NotNull|True|False|NotEmpty)\s*\(/g,
  trivial: /(?:->|::)assertTrue\(\s*true\s*[,)]/g,
  swallows: braces,
};

const swift: TestWords = {
  cases: /\bfunc\s+(?<name>test\w*)\s*\(|@Test\b/g,
  skips: /\bXCTSkip\w*\b|\.disabled\(/g,
  focus: null,
  assertions: /\bXCT(?:Assert|Fail|Unwrap)\w*\b|#(?:expect|require)\b/g,
  weak: /\bXCTAssert(?:NotNil|True|False)?\(/g,
  trivial: /\bXCTAssert(?:True)?\(\s*true\s*[,)]|#expect\(\s*true\s*\)/g,
  swallows: null,
};

const c: TestWords = {
  cases: /\b(?:TEST|TEST_F|TEST_P|TEST_CASE|SCENARIO|BOOST_AUTO_TEST_CASE)\s*\(/g,
  skips: /\bGTEST_SKIP\b|\bDISABLED_\w+|\bSKIP\s*\(/g,
  focus: null,
  assertions: /\b(?:EXPECT|ASSERT|REQUIRE|CHECK|BOOST_\w+)(?:_\w+)?\s*\(|\bassert\s*\(/g,
  weak: null,
  trivial: /\b(?:EXPECT_TRUE|ASSERT_TRUE|REQUIRE|CHECK|assert)\(\s*(?:true|1)\s*\)/g,
  swallows: null,
};

const shell: TestWords = {
  cases: /^@test\b|^(?<name>test\w*)\s*\(\)/gm,
  skips: /^[ \t]*skip\b/gm,
  focus: null,
  assertions: /^[ \t]*(?:\[\[?|assert\w*|refute\w*|run|test)[ \t]/gm,
  weak: null,
  trivial: null,
  swallows: /\|\|[ \t]*true\b/g,
};

export const testWords: Readonly<Record<Language, TestWords>> = {
  js: script,
  python,
  go,
  java,
  csharp,
  rust,
  ruby,
  php,
  swift,
  c,
  shell,
};
