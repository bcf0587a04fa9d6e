import type { ProjectFacts } from '../../engine/facts.ts';
import { type DeclaredDesign, readDesign } from './declared-design.ts';
import { memoPerProject } from '../../engine/incremental/memo.ts';

/** The design a project declares, and what became of the file that should. */
export type ProjectDesign = {
  readonly declared: DeclaredDesign | undefined;
  /** Why what settings name declares nothing. */
  readonly problem: string | undefined;
};

/** What the file that settings name says, else UI_REQUIREMENTS.md wherever it lies, the outermost first. */
export const designOf = memoPerProject(lookUp);

function lookUp(project: ProjectFacts): ProjectDesign {
  const { designFile, paths } = project;
  const path =
    designFile ??
    [...paths]
      .filter((each) => /(?:^|\/)UI_REQUIREMENTS\.md$/.test(each))
      .toSorted((a, b) => a.split('/').length - b.split('/').length)[0];
  if (path === undefined) return { declared: undefined, problem: undefined };
  const text = project.text(path);
  if (text === undefined) return { declared: undefined, problem: `unreadable design files (${path})` };
  const declared = readDesign(text);
  const isEmpty = [declared.colours, declared.hues, declared.fonts, declared.distances].every(
    ({ size }) => size === 0,
  );
  if (isEmpty && declared.step === undefined)
    return { declared: undefined, problem: `design files without colours, fonts or spacing (${path})` };
  return { declared, problem: undefined };
}
