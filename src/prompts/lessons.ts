import type { Lesson } from '../model/finding-memory.ts';
import { listed, type Section } from './section.ts';

/** What reviewers have found here again and again, for whoever writes code next (BEYOND-05). */
export function lessonSections(lessons: readonly Lesson[] = []): readonly Section[] {
  return listed('Found Here Before', lessons.map(lessonText), {
    intro:
      'Reviews of this repository keep finding these. They are experience, not orders: the ticket decides.',
  });
}

function lessonText({ kind, times, origin, example }: Lesson): string {
  const such = example.toLowerCase() === kind ? '' : ` Such as: ${example}`;
  return `${kind}: ${times} times, last in ${origin}.${such}`;
}
