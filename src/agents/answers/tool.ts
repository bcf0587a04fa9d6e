import { errorCode } from '../../model/error.ts';
import type { AnyShape } from '../../schema/shape.ts';

/** A tool for a model, whether it talks to our own loop or over the Model Context Protocol. */
export type Tool = {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The arguments it takes. */
  readonly shape: AnyShape;
  /** The same as the model is told; the shape where it is left out. */
  readonly told?: AnyShape;
  /** Called with arguments that fit the shape. */
  readonly use: (args: never, off: AbortSignal) => ToolAnswer | Promise<ToolAnswer>;
};

export type ToolAnswer = {
  readonly text: string;
  readonly isError: boolean;
  /** The same as data, where it is an object. */
  readonly data?: unknown;
};

/** Why something asked for is not done. It goes to the model, so it holds nothing of the world outside. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** What a tool came to: a refusal or a failure is told to the model, which can do it in another way. */
export async function answered(work: () => Promise<string>): Promise<ToolAnswer> {
  try {
    return { text: await work(), isError: false };
  } catch (error) {
    if (error instanceof Refused) return { text: `refused: ${error.message}`, isError: true };
    return { text: `failed: ${errorCode(error) || 'for an unknown reason'}`, isError: true };
  }
}
