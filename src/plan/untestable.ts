/** Wishes that nobody can prove or refute (origins: plan format). Each is bounded, so a long text stays cheap. */
const wishes: readonly RegExp[] = [
  /\bshould be (?:clean|fast|secure|good|nice|robust)\b/i,
  /\bappropriate(?:ly)?\b/i,
  /\bproper(?:ly)?\b/i,
  /\bfollows? best practices?\b/i,
  /\bimplements?\b[^.\n]{0,80}\bfeatures?\b/i,
  /\bgood\b[^.\n]{0,80}\berror handling\b/i,
];

/** What makes even a vague sentence checkable: a command, a thing that exists, a number with a unit, a status. */
const proofs: readonly RegExp[] = [
  /`[^`\n]{1,200}` (?:exits|exists|returns|raises|throws|contains|prints)\b/i,
  /\b(?:exits?|raises?|throws?|returns?|contains?|prints?)\b[^.\n`]{0,40}`[^`\n]{1,200}`/i,
  /\b\d{1,9}(?:\.\d{1,9})? ?(?:ms|milliseconds?|s|seconds?|minutes?|%|percent)(?:\W|$)/i,
  /\b(?:HTTP|status) [1-5]\d\d\b/i,
];

/** The words that make a criterion untestable, or undefined when it can be judged. */
export function untestable(text: string): string | undefined {
  if (proofs.some((proof) => proof.test(text))) return undefined;
  for (const wish of wishes) {
    const found = wish.exec(text);
    if (found) return found[0];
  }
  return undefined;
}
