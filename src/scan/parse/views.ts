import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import type { LanguageView } from './language-view.ts';
import { python } from './python.ts';

/** Every language that is read by tree-sitter. */
export const views = { python, csharp, java, go } as const satisfies Record<string, LanguageView>;
