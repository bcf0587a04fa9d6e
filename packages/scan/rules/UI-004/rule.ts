import type { DeclaredDesign } from '../../concepts/ui/declared-design.ts';
import { designOf } from '../../concepts/ui/design-of-project.ts';
import { isOnGrid } from '../../concepts/ui/spaces.ts';
import { sayPlaces, styledFiles, type StylePlace } from '../../concepts/ui/style-places.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** A padding, margin or gap off the grid of four pixels; with a declared design, off its own. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const { declared } = designOf(project);
    const isDeclared = declared !== undefined && (declared.step !== undefined || declared.distances.size > 0);
    const isAllowed = isDeclared ? (px: number) => fits(px, declared) : isOnGrid;
    const places: StylePlace[] = [];
    for (const { path, styles } of styledFiles(project))
      for (const fact of styles)
        if (fact.is === 'space' && (isDeclared || !fact.isStep) && !isAllowed(fact.px))
          places.push({ file: path, line: fact.line, written: fact.written });
    const scale = isDeclared ? 'the spacing of the declared design' : 'the 4px grid';
    sayPlaces(project, places, report, {
      each: ({ written }) => `${written} is off ${scale}`,
      together: (soMany, examples) => `padding, margin and gap are off ${scale}: ${soMany} (${examples})`,
    });
  },
};

/** A hairline is no distance. */
function fits(px: number, { step, distances }: DeclaredDesign): boolean {
  if (px <= 2 || distances.has(px)) return true;
  return step !== undefined && px % step === 0;
}
