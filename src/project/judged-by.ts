import { toolVersion } from './tool-version.ts';

/** Set when the command is built; from the sources prompts and rules change all the time. */
declare const BUILT_JUDGING: string | undefined;

/** By which prompts, parsers and rules a review is done: a verdict that came about by others is another one (BEYOND-06). */
export async function judgedBy(): Promise<string> {
  const build = typeof BUILT_JUDGING === 'undefined' ? `sources ${process.pid}` : BUILT_JUDGING;
  return `${await toolVersion()} ${build}`;
}
