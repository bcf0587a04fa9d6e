import { jsonLines } from '../answers/json-lines.ts';
import { type JsonObject, objectOf, textOf } from '../answers/json-value.ts';
import type { Tokens } from '../answers/usage.ts';

/** What `codex exec --json` printed. */
export type CodexTurn = {
  readonly thread: string | null;
  /** The last message of the turn, whole; null where none came. */
  readonly answer: string | null;
  readonly isComplete: boolean;
  /** Something it printed was too long or too deep to be read: the answer may be another. */
  readonly isLost: boolean;
  /** It ran a command or changed a file. */
  readonly hasActed: boolean;
  /** Why the turn failed; null where it did not say so. */
  readonly failure: string | null;
  /** Tokens of the whole conversation, at the end of the turn. */
  readonly total: Tokens | null;
};

/** Listens to what is printed. What is no event of Codex is left out. */
export type CodexStream = {
  readonly hear: (piece: string) => void;
  said(): CodexTurn;
};

/** `heard` is called after every event. */
export function openStream(heard: (said: CodexTurn) => void = () => undefined): CodexStream {
  let said: CodexTurn = {
    thread: null,
    answer: null,
    isComplete: false,
    isLost: false,
    hasActed: false,
    failure: null,
    total: null,
  };
  const hear = jsonLines(
    (event) => {
      said = withEvent(said, event);
      heard(said);
    },
    () => (said = { ...said, isLost: true }),
  );
  return { hear, said: () => said };
}

function withEvent(said: CodexTurn, event: JsonObject): CodexTurn {
  switch (event['type']) {
    case 'thread.started':
      return { ...said, thread: textOf(event['thread_id']) || said.thread };
    case 'item.started':
    case 'item.completed': {
      // It goes on: what failed before did not end the turn.
      const item = objectOf(event['item']);
      const hasActed =
        said.hasActed || item['type'] === 'command_execution' || item['type'] === 'file_change';
      const going = { ...said, hasActed, failure: null };
      const isAnswer = event['type'] === 'item.completed' && item['type'] === 'agent_message';
      // The last message is the answer, also an empty one.
      return isAnswer && typeof item['text'] === 'string' ? { ...going, answer: item['text'] } : going;
    }
    case 'turn.completed':
      return { ...said, isComplete: true, failure: null, total: totalOf(objectOf(event['usage'])) };
    case 'turn.failed':
      return {
        ...said,
        isComplete: false,
        failure: textOf(objectOf(event['error'])['message']) || 'no reason was given',
      };
    case 'error':
      // A turn may go on after one (it tries to connect again), and a turn that fails says so itself.
      return { ...said, failure: textOf(event['message']) || said.failure };
    default:
      return said;
  }
}

function totalOf(usage: JsonObject): CodexTurn['total'] {
  const { input_tokens: tokensIn, cached_input_tokens: cached, output_tokens: tokensOut } = usage;
  if (typeof tokensIn !== 'number' || typeof tokensOut !== 'number') return null;
  return { tokensIn, tokensCached: typeof cached === 'number' ? cached : 0, tokensOut };
}
