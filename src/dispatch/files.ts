import { data, section, type Section, words } from './section.ts';

/** What git says changed (`base...head`), and what the developer says (FLOW-13). */
export type ChangedFiles = { readonly git: readonly string[]; readonly claimed: readonly string[] };

/** The list a judge works from is git's; where the developer's differs, the judge is told how. */
export function filesSection(heading: string, { git, claimed }: ChangedFiles): Section {
  const unsaid = git.filter((file) => !claimed.includes(file));
  const untouched = claimed.filter((file) => !git.includes(file));
  return section(
    heading,
    ...(git.length === 0 ? [words('Git shows no changed file.')] : [data(git)]),
    ...difference('Changed, but not named by the developer:', unsaid),
    ...difference('Named by the developer, but not changed:', untouched),
  );
}

function difference(intro: string, files: readonly string[]): Section['parts'] {
  return files.length === 0 ? [] : [words(intro), data(files)];
}
