import type { JsonObject } from './exchange.ts';

/** What the model does next, in words that fit every agent. */
export type Step = ToolStep | Words | Trouble;

/** A tool, whatever the agent calls it. */
export type ToolStep =
  | { readonly tool: 'read'; readonly path: string }
  | { readonly tool: 'glob' | 'grep' | 'documentation'; readonly pattern: string }
  | { readonly tool: 'edit'; readonly path: string; readonly from: string; readonly to: string }
  | { readonly tool: 'write'; readonly path: string; readonly text: string }
  | { readonly tool: 'shell'; readonly command: string };

type Words =
  | { readonly text: string; readonly end?: 'finished' | 'length' | 'refused' }
  /** Through the tool for structured answers if one is offered, else as text. `text`: what to say instead. */
  | { readonly json: JsonObject; readonly text?: string }
  /** So many milliseconds between two pieces of a stream. */
  | { readonly slow: number; readonly text: string };

type Trouble =
  | {
      readonly http: number;
      readonly message?: string;
      /** Seconds. */
      readonly retryAfter?: number;
      /** When the limit ends, in milliseconds since 1970. */
      readonly until?: number;
    }
  /** Never answers; `within`: begins to, and stops in the middle of a stream. */
  | { readonly hang: 'before' | 'within' };

/** Text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
