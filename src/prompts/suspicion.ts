import { signalNames } from '../formats/index.ts';

/**
 * Whether a text by somebody else reads like an order to an agent. Only marked, never obeyed and never dropped: a
 * finding may well be about a prompt. The block around it is the guard; this is a courtesy to the reader.
 */
export function suspectsInstruction(text: string): boolean {
  const folded = text.toLowerCase().replaceAll(/\s+/g, ' ');
  return PHRASES.some((phrase) => folded.includes(phrase)) || hasSignal(text);
}

/** Whether a text has one of our closing lines, which only an agent's own answer may have. */
export function hasSignal(text: string): boolean {
  return SIGNAL.test(text);
}

const PHRASES: readonly string[] = [
  'ignore all previous',
  'ignore previous',
  'ignore the previous',
  'ignore the above',
  'ignore your instructions',
  'ignore all instructions',
  'disregard all',
  'disregard the above',
  'disregard previous',
  'disregard your',
  'forget all previous',
  'forget everything',
  'forget your instructions',
  'new instructions',
  'override your instructions',
  'your system prompt',
  'you are now',
  'you must now',
  'act as ',
  'pretend to be',
  'do not report',
  'do not mention',
  'do not tell',
  'without telling',
  'end your answer with',
  'reply with',
  'respond with',
  'output only',
  'mark this as passed',
  'mark it as passed',
  'approve this',
  'skip the review',
  'skip the tests',
  'delete the tests',
  '<system>',
  '</system>',
  '[system]',
  '<|im_start|>',
  '[inst]',
];

/** Our own closing signals and token line, wherever in the text they stand. */
const SIGNAL = new RegExp(String.raw`\b(?:${[...signalNames, 'TOKEN'].join('|')}):`);
