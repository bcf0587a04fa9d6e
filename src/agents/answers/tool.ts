import { errorCode } from '../../model/error.ts';
import { fits } from '../../schema/fits.ts';
import { problemTexts } from '../../schema/salvage.ts';
import type { AnyShape, Shape } from '../../schema/shape.ts';

/** A tool for a model, whether it talks to our own loop or over the Model Context Protocol. */
export type Tool = {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The arguments it takes. */
  readonly shape: AnyShape;
  /** The same as the model is told; the shape where it is left out. */
  readonly told?: AnyShape;
  /** Whatever it is called with: what does not fit the shape is rejected. */
  readonly use: (args: unknown, off: AbortSignal) => ToolAnswer | Promise<ToolAnswer>;
};

export type ToolAnswer = {
  readonly text: string;
  readonly isError: boolean;
  /** The same as data, where it is an object. */
  readonly data?: unknown;
};

const MOST_PROBLEMS = 20;

/** A tool that takes arguments of a shape. */
export function toolTaking<In>(
  about: Pick<Tool, 'name' | 'title' | 'description' | 'told'>,
  shape: Shape<unknown, In>,
  use: (args: In, off: AbortSignal) => ToolAnswer | Promise<ToolAnswer>,
): Tool {
  return {
    ...about,
    shape,
    use(args, off) {
      if (fits(shape, args)) return use(args, off);
      const problems = problemTexts(shape, args).slice(0, MOST_PROBLEMS);
      const text = ['rejected; fix this and call again:', ...problems.map((each) => `- ${each}`)].join('\n');
      return { text, isError: true };
    },
  };
}

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
