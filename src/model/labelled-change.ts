import type { Severity } from './severity.ts';

/** What a good review of a change says, as somebody labelled it. */
export type GoldenComment = {
  /** null: the label says no place; then only words can be compared. */
  readonly file: string | null;
  readonly line: number | null;
  readonly endLine: number | null;
  readonly severity: Severity;
  readonly text: string;
  /** One of these has to stand in what was found; empty: any words will do at that place. */
  readonly words: readonly string[];
};

/** A change somebody has looked through: with comments it deserves, or none where it is clean. */
export type LabelledChange = {
  readonly id: string;
  readonly title: string;
  /** What the change is meant to do. */
  readonly purpose: string | null;
  /** Where it is from, for people. */
  readonly source: string | null;
  readonly comments: readonly GoldenComment[];
  readonly change: ChangeContent;
};

/** A text with git's six digits for what kind of file it is in. */
export type TreeText = { readonly mode: string; readonly text: string };

/** Texts by path (`null` removes one), commits of a repository here, or two trees of one whose second has other texts written over it. */
export type ChangeContent =
  | {
      readonly kind: 'texts';
      readonly base: Readonly<Record<string, string>>;
      readonly head: Readonly<Record<string, string | null>>;
    }
  | { readonly kind: 'commits'; readonly repository: string; readonly base: string; readonly head: string }
  | {
      readonly kind: 'trees';
      /** The folder of objects that has them. */
      readonly objects: string;
      readonly base: string;
      readonly head: string;
      readonly texts: Readonly<Record<string, TreeText>>;
    };
