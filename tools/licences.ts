import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The licence texts of every package that ended up inside the built files. */
export async function licencesText(modules: Iterable<string>): Promise<string> {
  const folders = [...new Set([...modules].flatMap(packageFolder))].sort();
  const papers = await Promise.all(folders.map(paperOf));
  const parts = papers.map((paper) => `${paper.title}\n\n${textFor(paper, papers)}`);
  return ['Gauntlet contains code of these packages.', ...parts].join(`\n\n${'-'.repeat(80)}\n\n`);
}

type Paper = {
  readonly title: string;
  readonly licence: string;
  readonly repository: string;
  /** undefined: the package brings none. */
  readonly text: string | undefined;
};

/** Its own text, or that of a package from the same repository under the same licence. */
function textFor({ title, licence, repository, text }: Paper, papers: readonly Paper[]): string {
  const sibling = papers.find(
    (other) => other.text !== undefined && other.repository === repository && other.licence === licence,
  );
  const found = text ?? (repository === '' ? undefined : sibling?.text);
  // Shipping somebody's code without its licence is not something to find out later.
  if (found === undefined) throw new Error(`${title}: no licence file`);
  return found;
}

function packageFolder(module: string): string[] {
  const match = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module);
  return match?.[1] === undefined ? [] : [match[1]];
}

async function paperOf(folder: string): Promise<Paper> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
  const licence = String(manifest.license);
  const { repository } = manifest;
  return {
    title: `${String(manifest.name)} ${String(manifest.version)} (${licence})`,
    licence,
    repository: (typeof repository === 'string' ? repository : repository?.url) ?? '',
    text: (await filed(folder)) ?? (await inReadme(folder)),
  };
}

/** The licence, and the notices that it asks to be kept with the code. */
async function filed(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).filter((name) =>
    /^(?:licen[cs]e|notice|thirdpartynotice)/i.test(name),
  );
  if (!names.some((name) => /^licen/i.test(name))) return undefined;
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) => text.trim()).join('\n\n');
}

/** Some packages have theirs at the end of their README and nowhere else. */
async function inReadme(folder: string): Promise<string | undefined> {
  const file = (await readdir(folder)).find((name) => /^readme/i.test(name));
  const text = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  const section = /^#+ *licen[cs]e\s*\n([\s\S]+)$/im.exec(text)?.[1]?.trim();
  return section?.includes('Copyright') === true ? section : undefined;
}

type Manifest = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly repository?: string | { readonly url?: string };
};
