import { csharp } from './csharp/view.ts';
import { go } from './go/view.ts';
import { java } from './java/view.ts';
import type { LanguageView } from './language-view.ts';
import { python } from './python/view.ts';

/** Every language that is read by tree-sitter. */
export const views = { python, csharp, java, go } as const satisfies Record<string, LanguageView>;
