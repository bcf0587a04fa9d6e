/** A secret in a text, by its place. */
export type FoundSecret = { readonly kind: string; readonly start: number; readonly end: number };

/** Finds secrets in texts. The host of a scan passes it in: gates detect secrets by the same rules. */
export type SecretDetection = {
  secretsIn(text: string): readonly FoundSecret[];
  /** Evidence that a provider issued the secret: a checksum in it, or a form of this provider alone. */
  secretProof(text: string, secret: FoundSecret): 'checksum' | 'form' | null;
  /** The text without its secrets. */
  redact(text: string): string;
};
