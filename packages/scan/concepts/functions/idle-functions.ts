import type { FactFinder, SyntaxFinder } from '../../engine/rule.ts';
import type { ScannedFile } from '../../engine/files/scanned-file.ts';
import * as ts from '../../syntax/typescript/view.ts';
import { addUnsaved } from '../persistence/unsaved.ts';
import { addStubs } from '../stubs/stubs.ts';
import { functionsOf, scriptFunctions } from './text.ts';

const applies = ({ isTest, isSide, path }: ScannedFile): boolean =>
  !isTest && !isSide && !/(?:^|\/)(?:migrations?|Migrations|alembic|management|Seed\w*)\//.test(path);

function finder(language: 'python' | 'csharp' | 'java' | 'go'): SyntaxFinder {
  return {
    language,
    applies,
    find(root, facts, { text, path }) {
      const functions = functionsOf(root, language);
      addUnsaved(language, functions, text, facts);
      addStubs(language, functions, path, facts);
    },
  };
}

const WITH_STORES = /\.find(?:One|By|Unique|First)|\.select\(|Repository<|\.build\(|\bmodels?\b/;
const WITH_ROUTES =
  /\.(?:get|post|put|patch|delete)\(|@(?:Get|Post|Put|Patch|Delete)\(|\bres(?:ponse)?\b|function (?:GET|POST|PUT|PATCH|DELETE)\b/;

/** What functions of TypeScript and JavaScript do not do: store what they change, or anything at all for a request. */
export const scriptTextFacts: FactFinder = {
  applies: (file) =>
    applies(file) &&
    (file.language === 'typescript' || file.language === 'javascript') &&
    (WITH_STORES.test(file.text) || WITH_ROUTES.test(file.text)),
  visit: new Map([
    ts.on(ts.isSourceFile, (_, walk) => {
      const { language, text, path } = walk.file;
      const functions = scriptFunctions(walk);
      if (WITH_STORES.test(text)) addUnsaved(language, functions, text, walk.facts);
      if (WITH_ROUTES.test(text)) addStubs(language, functions, path, walk.facts);
    }),
  ]),
};

/** The same in Python, C#, Java and Go. */
export const textFactsInOthers: readonly SyntaxFinder[] = (['python', 'csharp', 'java', 'go'] as const).map(
  finder,
);
