import { type LanguageModel, type ModelMessage, streamText, type ToolSet } from 'ai';

import type { Effort } from './endpoint.ts';
import { providerOptions } from './model.ts';

// Its warnings are for whoever writes a program with it, and would be printed into ours.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** What the model is asked, each time. */
export type Asking = {
  readonly model: LanguageModel;
  readonly instructions: string;
  readonly tools: ToolSet;
  readonly effort: Effort | null;
  /** How long one answer may be; null: as the provider thinks right. */
  readonly mostTokens: number | null;
  readonly signal: AbortSignal;
};

/** One answer of the model, and what its calls of tools came to. */
export type StepEnd = {
  readonly text: string;
  /** Which model answered, as the provider says: a name in the settings may stand for another. */
  readonly model: string;
  /** What is added to the conversation. */
  readonly messages: readonly ModelMessage[];
  readonly finish: string;
  readonly rawFinish: string | undefined;
  readonly tokensIn: number | undefined;
  readonly tokensOut: number | undefined;
  readonly tokensCached: number | undefined;
  /** It called tools and waits for nothing but the next turn. */
  readonly goesOn: boolean;
};

/** Asks once: one request, then the tools it calls, one after the other. Throws what the provider throws. */
export async function oneStep(asking: Asking, messages: readonly ModelMessage[]): Promise<StepEnd> {
  const { model, instructions, tools, effort, mostTokens, signal } = asking;
  const result = streamText({
    model,
    instructions,
    messages: [...messages],
    tools,
    toolCallConcurrency: 1,
    abortSignal: signal,
    maxRetries: 0,
    providerOptions,
    // Else it is printed.
    onError: () => undefined,
    ...(effort === null ? {} : { reasoning: effort }),
    ...(mostTokens === null ? {} : { maxOutputTokens: mostTokens }),
  });
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('the request was aborted');
  }
  const { finishReason, rawFinishReason, usage, response, text } = await result.finalStep;
  const said = response.messages;
  return {
    text,
    model: response.modelId,
    messages: said,
    finish: finishReason,
    rawFinish: rawFinishReason,
    tokensIn: usage.inputTokens,
    tokensOut: usage.outputTokens,
    tokensCached: usage.inputTokenDetails.cacheReadTokens,
    goesOn: said.at(-1)?.role === 'tool',
  };
}
