import type { Called } from './blanked.ts';

/** A test of Python or C#, its comments and texts blanked. */
export type FakeText = {
  readonly text: string;
  readonly called: readonly Called[];
  /** Names that are given to the test and are made up. */
  readonly givens: readonly string[];
};

const FAKE =
  /\b(\w+)\s*=\s*(?:(?:unittest\.)?mock\.)?(?:mocker\.)?(?:(?:Magic|Async)?Mock|create_autospec|stub)\(|\b(\w+)\s*=\s*new\s+Mock<|\b(\w+)\s*=\s*Substitute\.For<|\b(\w+)\s*=\s*A\.Fake</g;
/** `var service = mock.Object`. */
const SAME = /\b(\w+)\s*=\s*(\w+)\.Object\b/g;
/** What a call gave, or what is written out. */
const VALUE = /\b(\w+)\s*=\s*(?:await\s+)?(?:[\w.]+\(|["'[{\d]|new\b)/g;
const SAYING =
  /^(?:self\.)?assert|^(?:Assert|It|Times|A|Substitute|Arg|CollectionAssert|StringAssert|Task|Guid|DateTime|Enumerable|String|string|nameof|typeof)\b|Mock$|^(?:mock|mocker|unittest|pytest)\b|^(?:len|str|int|float|dict|list|set|tuple|isinstance|range|sorted|print|sum|any|all|type|getattr|hasattr|bool|repr|create_autospec|if|for|while|return|and|or|not|in|await|with|lambda|catch|using|new|switch|foreach|def)$/;
const SETTING =
  /\.(?:assert_\w+|Setup\w*|Verify\w*|Returns\w*|Received\w*|DidNotReceive\w*|reset_mock|Throws\w*|Callback|ReturnsAsync|ThrowsAsync|configure_mock|Should|Be\w*|Reset|called_\w+)$/;

/** Whether everything that is called was made up for the test, and something that was made up is called. */
export function isFakeOnlyText({ text, called, givens }: FakeText): boolean {
  const fakes = new Set(givens);
  for (const found of text.matchAll(FAKE)) fakes.add(found[1] ?? found[2] ?? found[3] ?? found[4] ?? '');
  for (const found of text.matchAll(SAME)) if (fakes.has(found[2] ?? '')) fakes.add(found[1] ?? '');
  if (
    fakes.size === 0 ||
    /\bnew\s+\w+[^;{]*\(\s*[^)]*\b(?:Object|mock)/i.test(text.replaceAll(/new\s+Mock<[^;]*;/g, ''))
  )
    return false;
  const values = new Set(Array.from(text.matchAll(VALUE), (found) => found[1] ?? ''));
  for (const found of text.matchAll(/\b(\w+)\s*=>/g)) values.add(found[1] ?? '');
  let isCalled = false;
  for (const { name, at } of called) {
    const root = name.split('.')[0] ?? '';
    if (name.startsWith('.') || SAYING.test(name)) continue;
    if (/\b(?:new|def)\s+$/.test(text.slice(Math.max(0, at - 10), at))) continue;
    if (fakes.has(root)) {
      if (!SETTING.test(name)) isCalled = true;
    } else if (!(name.includes('.') && values.has(root))) return false;
  }
  return isCalled;
}
