import { jsonLines } from '../answers/json-lines.ts';
import { amountOf, type JsonObject, objectOf, objectsOf, textOf } from '../answers/json-value.ts';
import { addTokens, noTokens, type Tokens } from '../answers/usage.ts';

/** What Claude Code has said so far. */
export type ClaudeTurn = {
  readonly session: string | null;
  readonly version: string | null;
  readonly model: string | null;
  /** The words it closed with: everything said since the last tool was used. */
  readonly words: readonly string[];
  /** Some of them are cut: the model had no more room. */
  readonly isCut: boolean;
  /** Verdicts that were handed in and taken. */
  readonly verdicts: readonly unknown[];
  readonly calls: number;
  readonly used: Tokens;
  /** When the user's limit ends, in milliseconds since 1970. */
  readonly limitEnds: number | null;
  /** The last failure between it and its model that it wants to try again after. */
  readonly retry: { readonly status: number; readonly attempt: number } | null;
  readonly result: JsonObject | null;
  /** Something it said was too much to be read. */
  readonly isOverlong: boolean;
};

/** What whoever listens may want to act on. */
export type Moment =
  /** A model call ended; `goesOn`: another one follows. */
  | { readonly kind: 'called'; readonly goesOn: boolean }
  | { readonly kind: 'calling' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'asks'; readonly question: PermissionRequest }
  | { readonly kind: 'result' }
  /** There is more than what is read: its end is not waited for. */
  | { readonly kind: 'overlong' };

/** Whether it may use a tool. */
export type PermissionRequest = { readonly id: string; readonly tool: string; readonly input: unknown };

const HAND_IN = 'StructuredOutput';
const LONGEST_LINE = 20_000_000;
const MOST_SAID = 20_000_000;

/** Listens to `--output-format stream-json`. Nothing in it is taken for granted: a model has written much of it. */
export class Stream {
  session: string | null = null;
  version: string | null = null;
  model: string | null = null;
  words: string[] = [];
  isCut = false;
  verdicts: unknown[] = [];
  calls = 0;
  used = noTokens;
  limitEnds: number | null = null;
  retry: ClaudeTurn['retry'] = null;
  result: JsonObject | null = null;
  isOverlong = false;
  /** Tokens of a call that has begun and not ended. */
  #open: Tokens | null = null;
  /** Verdicts of which it is not known yet whether they were taken, by the id of the call. */
  readonly #handedIn = new Map<string, unknown>();
  /** Another tool than that for verdicts is used in the answer that is being given. */
  #usesTools = false;
  #lineLength = 0;
  /** Of what is kept until the next tool is used. */
  #length = 0;
  readonly #tell: (moment: Moment) => void;
  readonly #lines = jsonLines(
    (message) => this.#take(message),
    () => this.#tooMuch(),
  );

  constructor(tell: (moment: Moment) => void) {
    this.#tell = tell;
  }

  /** The next piece of what it prints. */
  readonly hear = (piece: string): void => {
    const end = piece.lastIndexOf('\n');
    this.#lineLength = end < 0 ? this.#lineLength + piece.length : piece.length - end - 1;
    if (this.#lineLength > LONGEST_LINE) this.#tooMuch();
    this.#lines(piece);
  };

  #tooMuch(): void {
    if (this.isOverlong) return;
    this.isOverlong = true;
    this.#tell({ kind: 'overlong' });
  }

  /** Nothing more will come: a call that was cut off counts as far as it came. */
  end(): void {
    this.#closeCall();
  }

  #take(message: JsonObject): void {
    switch (message['type']) {
      case 'system':
        return this.#system(message);
      case 'rate_limit_event':
        return this.#limit(objectOf(message['rate_limit_info']));
      case 'stream_event':
        return this.#event(objectOf(message['event']));
      case 'assistant':
        return this.#assistant(message);
      case 'user':
        return this.#results(objectsOf(objectOf(message['message'])['content']));
      case 'result':
        // Who has failed does not succeed after all.
        if (this.result?.['is_error'] !== true) this.result = message;
        this.#closeCall();
        return this.#tell({ kind: 'result' });
      case 'control_request':
        return this.#asked(textOf(message['request_id']), objectOf(message['request']));
    }
  }

  #system(message: JsonObject): void {
    if (message['subtype'] === 'init') {
      this.session = textOf(message['session_id']) || this.session;
      this.version = textOf(message['claude_code_version']) || this.version;
      this.model = textOf(message['model']) || this.model;
    }
    if (message['subtype'] === 'api_retry') {
      this.retry = { status: amountOf(message['error_status']), attempt: amountOf(message['attempt']) };
      this.#tell({ kind: 'retry' });
    }
  }

  #asked(id: string, request: JsonObject): void {
    const tool = textOf(request['tool_name']);
    if (id === '' || tool === '' || request['subtype'] !== 'can_use_tool') return;
    this.#tell({ kind: 'asks', question: { id, tool, input: request['input'] } });
  }

  #limit({ status, resetsAt }: JsonObject): void {
    const ends = amountOf(resetsAt) * 1000;
    this.limitEnds = status === 'rejected' && ends > 0 ? ends : null;
  }

  #event(event: JsonObject): void {
    if (event['type'] === 'message_start') {
      this.#closeCall();
      this.#open = tokensIn(objectOf(objectOf(event['message'])['usage']));
      this.#usesTools = false;
      this.retry = null;
      this.#tell({ kind: 'calling' });
    }
    if (event['type'] === 'message_delta') this.#ended(event);
  }

  #ended(event: JsonObject): void {
    const usage = objectOf(event['usage']);
    const said = tokensIn(usage);
    const begun = this.#open ?? said;
    // The input is said at the beginning, and sometimes again, corrected, at the end.
    this.#open = said.tokensIn > 0 ? said : { ...begun, tokensOut: said.tokensOut };
    const stop = objectOf(event['delta'])['stop_reason'];
    if (stop === 'max_tokens') this.isCut = true;
    this.#closeCall();
    this.#tell({ kind: 'called', goesOn: stop === 'tool_use' && this.#usesTools });
  }

  #closeCall(): void {
    if (this.#open === null) return;
    this.calls += 1;
    this.used = addTokens(this.used, this.#open);
    this.#open = null;
  }

  #assistant(message: JsonObject): void {
    // What a part of it tells another is no answer, and neither are its own words about a failure.
    if (textOf(message['parent_tool_use_id']) !== '' || message['is_api_error_message'] === true) return;
    for (const block of objectsOf(objectOf(message['message'])['content'])) {
      const text = block['type'] === 'text' ? textOf(block['text']) : '';
      this.#length += text.length || 1;
      if (this.#length > MOST_SAID) return this.#tooMuch();
      if (text !== '') this.words.push(text);
      if (block['type'] !== 'tool_use') continue;
      if (block['name'] === HAND_IN) this.#handedIn.set(textOf(block['id']), block['input']);
      else this.#usesTools = true;
    }
  }

  /** Words before the use of a tool were no answer; those beside a verdict belong to it. */
  #results(blocks: readonly JsonObject[]): void {
    for (const block of blocks) {
      if (block['type'] !== 'tool_result') continue;
      const id = textOf(block['tool_use_id']);
      if (!this.#handedIn.has(id)) {
        this.words = [];
        this.#length = 0;
        this.isCut = false;
        continue;
      }
      if (block['is_error'] !== true) this.verdicts.push(this.#handedIn.get(id));
      this.#handedIn.delete(id);
    }
  }
}

function tokensIn(usage: JsonObject): Tokens {
  const cached = amountOf(usage['cache_read_input_tokens']);
  const fresh = amountOf(usage['input_tokens']) + amountOf(usage['cache_creation_input_tokens']);
  return { tokensIn: fresh + cached, tokensCached: cached, tokensOut: amountOf(usage['output_tokens']) };
}
