import { textOf } from './look.ts';
import { Refused } from '../../tool.ts';
import { type ToolFolder, writeText } from './place.ts';

export type Edit = {
  readonly path: string;
  readonly from: string;
  readonly to: string;
  readonly all?: boolean | undefined;
};

/** Replaces text that stands in a file exactly once, or everywhere if that is asked for. */
export async function editFile(place: ToolFolder, { path, from, to, all = false }: Edit): Promise<string> {
  if (from === '') throw new Refused('the text to replace is empty');
  const { text, isWhole, isText } = await textOf(place, path);
  if (!isWhole || !isText) throw new Refused(`${path} is too long, or not text`);
  const count = text.split(from).length - 1;
  if (count === 0) throw new Refused(`${path} does not contain that text; read it again`);
  if (count > 1 && !all)
    throw new Refused(`${path} contains that text ${count} times; give more of it, or set all`);
  await writeText(place, path, text.split(from).join(to));
  return count === 1 ? `${path} is changed` : `${path} is changed in ${count} places`;
}

export async function writeFile(place: ToolFolder, path: string, text: string): Promise<string> {
  await writeText(place, path, text);
  return `${path} is written`;
}
