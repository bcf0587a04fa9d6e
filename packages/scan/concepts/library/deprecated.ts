import ts from 'typescript-api';

import { around, declaredAt, type Fault, nodeAt, shortly } from './fault.ts';

/** Uses of what a library marks as deprecated, with what it says instead. */
export function deprecatedUses(
  service: ts.LanguageService,
  source: ts.SourceFile,
  checker: ts.TypeChecker,
): readonly Fault[] {
  const found: Fault[] = [];
  for (const each of service.getSuggestionDiagnostics(source.fileName)) {
    const tag = each.reportsDeprecated === undefined ? undefined : each.relatedInformation?.[0];
    if (tag?.file === undefined || tag.start === undefined) continue;
    const declared = {
      path: tag.file.fileName,
      line: tag.file.getLineAndCharacterOfPosition(tag.start).line + 1,
    };
    const said = tagText(tag.file.text.slice(tag.start, tag.start + (tag.length ?? 0)));
    const name = source.text.slice(each.start, each.start + each.length);
    found.push({ kind: 'deprecated', name: shortly(name), position: each.start, said, declared });
  }
  return withoutImports([...found, ...deprecatedOptions(source, checker)], source);
}

/** `@deprecated Use x.` without the mark and the stars of a comment. */
function tagText(text: string): string {
  return shortly(text.replace(/^@deprecated\s*/, '').replaceAll(/\n\s*\*?/g, ' '));
}

/** The import of something that is used below is no second place to fix. */
function withoutImports(faults: readonly Fault[], source: ts.SourceFile): readonly Fault[] {
  const isImport = ({ position }: Fault): boolean =>
    around(nodeAt(source, position), ts.isImportDeclaration) !== undefined;
  const used = new Set(
    faults.filter((each) => !isImport(each)).map(({ declared }) => `${declared.path}:${declared.line}`),
  );
  return faults.filter((each) => !isImport(each) || !used.has(`${each.declared.path}:${each.declared.line}`));
}

/** `connect(url, { oldOption: true })`: the compiler is silent about keys of objects. */
function deprecatedOptions(source: ts.SourceFile, checker: ts.TypeChecker): readonly Fault[] {
  const found: Fault[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && node.properties.length > 0)
      found.push(...ofObject(node, checker));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function ofObject(node: ts.ObjectLiteralExpression, checker: ts.TypeChecker): readonly Fault[] {
  const type = checker.getContextualType(node);
  if (type === undefined) return [];
  const types = type.isUnion() ? type.types : [type];
  const found: Fault[] = [];
  for (const { name } of node.properties) {
    if (name === undefined || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) continue;
    const declarations = types
      .map((each) => each.getProperty(name.text))
      .filter((each) => each !== undefined)
      .flatMap((each) => each.declarations ?? []);
    const tags = declarations.map((each) => ts.getJSDocDeprecatedTag(each));
    const [tag] = tags;
    if (tag === undefined || tags.includes(undefined)) continue;
    const said = tagText(tag.getText());
    const position = name.getStart();
    found.push({ kind: 'deprecated', name: name.text, position, said, declared: declaredAt(tag) });
  }
  return found;
}
