import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';

import type { Endpoint } from './endpoint.ts';

/** The model behind an endpoint. Whatever arrives from it passes `seen`, which may throw. */
export function modelAt(endpoint: Endpoint, seen: (bytes: number) => void): LanguageModel {
  const { provider, model, baseUrl, key } = endpoint;
  const shared = { baseURL: baseUrl, fetch: watched(seen) };
  switch (provider) {
    case 'anthropic':
      return createAnthropic({ ...shared, apiKey: key ?? '' })(model);
    case 'openai':
      return createOpenAI({ ...shared, apiKey: key ?? '' }).responses(model);
    case 'google':
      return createGoogle({ ...shared, apiKey: key ?? '' })(model);
    case 'openai-compatible': {
      const keyed = key === null ? {} : { apiKey: key };
      return createOpenAICompatible({ ...shared, ...keyed, name: 'compatible', includeUsage: true })(model);
    }
  }
}

/** What the provider keeps, and what it need not read twice. */
export const providerOptions = {
  anthropic: { cacheControl: { type: 'ephemeral' } },
  openai: { store: false },
} as const;

/** Follows nobody elsewhere with the key, and shows every byte of an answer as it arrives. */
function watched(seen: (bytes: number) => void): typeof fetch {
  return async (address, options) => {
    const response = await fetch(address, { ...options, redirect: 'error' });
    seen(0);
    if (response.body === null) return response;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen(chunk.byteLength);
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  };
}
