import ts from 'typescript-api';

import { around, declaredAt, type Fault, messageOf, nodeAt } from './fault.ts';
import { typeDeclaration } from './missing.ts';

/** Too few or too many arguments: true whatever their types are. */
const COUNTS: ReadonlySet<number> = new Set([2554, 2555, 2575]);
/** Arguments, type arguments or keys of another type, and what cannot be called at all. */
const TYPES: ReadonlySet<number> = new Set([2345, 2769, 2558, 2353, 2561]);
const NOT_CALLED: ReadonlySet<number> = new Set([2348, 2349, 2351]);

/** A call that the declarations of a library do not allow; undefined where it is not about a library. */
export function wrongCall(
  diagnostic: ts.Diagnostic,
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  isSure: boolean,
): Fault | undefined {
  const { code, start, length = 0 } = diagnostic;
  if (start === undefined) return undefined;
  const node = nodeAt(source, start);
  const isTyped = TYPES.has(code) || NOT_CALLED.has(code);
  if (isTyped && !isSure) return undefined;
  const fault = (name: string, declaration: ts.Node | undefined): Fault | undefined =>
    declaration === undefined
      ? undefined
      : {
          kind: 'signature',
          name,
          position: start,
          said: messageOf(diagnostic),
          declared: declaredAt(declaration),
        };
  if (isSure && code === 2322) {
    const property = removedProperty(diagnostic, node, checker) ?? wrongOption(node, checker);
    return property === undefined ? undefined : fault(property.name, property.declaration);
  }
  if (!COUNTS.has(code) && !isTyped) return undefined;
  const call = callAt(node, start, start + length);
  if (call !== undefined && NOT_CALLED.has(code))
    return fault(calleeName(call), typeDeclaration(call.expression, checker));
  if (call !== undefined) return fault(calleeName(call), signatureDeclaration(call, checker));
  const object = code === 2353 || code === 2561 ? around(node, ts.isObjectLiteralExpression) : undefined;
  const type = object === undefined ? undefined : checker.getContextualType(object);
  return type === undefined ? undefined : fault(node.getText(), declarationOf(type));
}

type Call = ts.CallExpression | ts.NewExpression;

function isCall(node: ts.Node): node is Call {
  return ts.isCallExpression(node) || ts.isNewExpression(node);
}

/** The call a complaint is about: that whose arguments or whose name it underlines. */
function callAt(node: ts.Node, start: number, end: number): Call | undefined {
  let nearest: Call | undefined;
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if (!isCall(at)) continue;
    const { expression } = at;
    const isName = start >= expression.getStart() && end <= expression.end;
    const isArgument = at.arguments?.some((each) => each.getStart() === start && each.end <= end) === true;
    if (isName || isArgument) return at;
    if (nearest === undefined && at.arguments?.some((each) => contains(each, node)) === true) nearest = at;
  }
  return nearest;
}

function contains(outer: ts.Node, inner: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

function calleeName({ expression }: Call): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText().slice(0, 60);
}

function signatureDeclaration(call: Call, checker: ts.TypeChecker): ts.Node | undefined {
  const declaration = checker.getResolvedSignature(call)?.declaration;
  if (declaration !== undefined && !ts.isJSDocSignature(declaration)) return declaration;
  return declarationOf(checker.getTypeAtLocation(call.expression));
}

function declarationOf(type: ts.Type): ts.Node | undefined {
  return (type.aliasSymbol ?? type.symbol)?.declarations?.[0];
}

/** `<Button kind="x" />` where a button has no kind any more. */
function removedProperty(
  { messageText }: ts.Diagnostic,
  node: ts.Node,
  checker: ts.TypeChecker,
): { readonly name: string; readonly declaration: ts.Node | undefined } | undefined {
  const attribute = around(node, ts.isJsxAttribute);
  if (attribute?.name !== node || typeof messageText === 'string') return undefined;
  if (!/does not exist on type/.test(ts.flattenDiagnosticMessageText(messageText, ' '))) return undefined;
  const tag = attribute.parent.parent;
  const declaration = checker.getResolvedSignature(tag)?.declaration ?? typeDeclaration(tag.tagName, checker);
  return { name: `${tag.tagName.getText()} ${node.getText()}`, declaration };
}

/** `request({ method: 'PUT' })` where the declaration knows GET and POST only. */
function wrongOption(
  node: ts.Node,
  checker: ts.TypeChecker,
): { readonly name: string; readonly declaration: ts.Node | undefined } | undefined {
  const { parent } = node;
  if (!ts.isPropertyAssignment(parent) || parent.name !== node || !ts.isIdentifier(node)) return undefined;
  const type = checker.getContextualType(parent.parent);
  const declaration = type?.getNonNullableType().getProperty(node.text)?.declarations?.[0];
  return declaration === undefined ? undefined : { name: node.text, declaration };
}
