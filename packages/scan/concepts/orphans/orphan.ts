export type Orphan = {
  readonly kind: 'file' | 'export' | 'component';
  readonly path: string;
  readonly line: number;
  readonly name: string;
  /** Its own tests or stories import it, nothing else. */
  readonly isTested?: boolean;
};
