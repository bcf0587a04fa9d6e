type Fence = {
  readonly mark: string;
  readonly length: number;
  /** A fenced Markdown document may hold fences of its own. */
  readonly isMarkdown: boolean;
  /** Somebody may have put the whole report into a fence like this. */
  readonly mayWrap: boolean;
};

/** Where a line stands: the fences open around it, outermost first (two at most), and whether in an HTML comment. */
export type Fencing = {
  readonly fences: readonly Fence[];
  readonly inComment: boolean;
};

export const noFencing: Fencing = { fences: [], inComment: false };

const OPENING = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/;
const LONGEST_OPENING = 200;
/** Only at the start of a line: one further in cannot reach beyond its own paragraph. */
const COMMENT = /^ {0,3}<!--/;
const MARKDOWN = /^(?:markdown|md)$/i;
const WRAPPING = /^(?:markdown|md|text|txt|plaintext|)$/i;

/** The state after a line. The very same object comes back when the line is neither fence nor comment mark. */
export function fencingAfter(state: Fencing, line: string): Fencing {
  const inner = state.fences.at(-1);
  if (inner !== undefined) return afterFencedLine(state, inner, line);
  if (state.inComment) return line.includes('-->') ? noFencing : state;
  if (COMMENT.test(line)) return line.includes('-->') ? state : { fences: [], inComment: true };
  const opened = openingFence(line);
  return opened === undefined ? state : { fences: [opened], inComment: false };
}

/** The fence a line opens when it stands outside of one. */
export function openingFence(line: string): Fence | undefined {
  // Most lines are no fences: a look at the first characters saves the pattern for those that may be.
  const start = line.slice(0, 6).trimStart();
  if (!start.startsWith('```') && !start.startsWith('~~~')) return undefined;
  const [, marks, info = ''] = OPENING.exec(line.slice(0, LONGEST_OPENING)) ?? [];
  if (marks === undefined) return undefined;
  const word = info.trim();
  return {
    mark: marks.slice(0, 1),
    length: marks.length,
    isMarkdown: MARKDOWN.test(word),
    mayWrap: WRAPPING.test(word),
  };
}

function afterFencedLine(state: Fencing, inner: Fence, line: string): Fencing {
  if (closes(inner, line)) return { fences: state.fences.slice(0, -1), inComment: false };
  const nested = inner.isMarkdown ? openingFence(line) : undefined;
  if (nested === undefined) return state;
  return { fences: [...state.fences, { ...nested, isMarkdown: false }], inComment: false };
}

/** At any indentation: a fence opened behind a bullet is closed wherever its author put the end. */
function closes(fence: Fence, line: string): boolean {
  if (line.length > LONGEST_OPENING) return false;
  const bare = line.trim();
  return bare.length >= fence.length && bare === fence.mark.repeat(bare.length);
}
