import { statementsIn } from '../../syntax/language-view.ts';
import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { addFlaw } from '../../engine/flaws.ts';
import type { Facts } from '../../engine/facts.ts';
import {
  annotationsOf,
  argumentsIn,
  javaCallee,
  javaText,
  javaTypeName,
  typesAbove,
} from '../../syntax/java/view.ts';
import { childrenOf, lineOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { sayFallback, sayUnverified } from './say-others.ts';
import { isOwnSecret, isShipped, SWALLOWED, UNVERIFIED } from './where.ts';

/** What Java does that lets strangers in or loses what was to be kept. */
export const safetyInJava: SyntaxFinder = {
  language: 'java',
  applies: isShipped,
  find(root, facts) {
    for (const call of within(root, 'method_invocation')) {
      certificates(call, facts);
      fallback(call, facts);
    }
    for (const made of within(root, 'object_creation_expression'))
      trusting(
        made,
        childrenOf(made).find(({ type }) => type === 'class_body'),
        facts,
      );
    for (const type of within(root, 'class_declaration'))
      if (typesAbove(type).some((each) => TRUST.test(each)))
        trusting(type, type.childForFieldName('body') ?? undefined, facts);
    for (const field of within(root, 'field_declaration', 'formal_parameter')) settings(field, facts);
    for (const clause of within(root, 'catch_clause')) swallowed(clause, facts);
  },
};

const TRUST = /^(?:X509TrustManager|X509ExtendedTrustManager|HostnameVerifier)$/;

/** A check of certificates with nothing in it. */
function trusting(node: SyntaxNode, body: SyntaxNode | undefined, facts: Facts): void {
  const isNamed =
    node.type === 'class_declaration' || TRUST.test(javaTypeName(node.childForFieldName('type')));
  if (!isNamed || body === undefined) return;
  const isOff = childrenOf(body).some((method) => {
    const name = method.childForFieldName('name')?.text;
    const statements = statementsIn(method.childForFieldName('body'));
    if (method.type !== 'method_declaration') return false;
    if (name === 'checkServerTrusted') return statements.length === 0;
    return name === 'verify' && statements.length === 1 && /^return\s+true;$/.test(statements[0]?.text ?? '');
  });
  if (isOff) addFlaw(facts, 'SAFE-002', lineOf(node), UNVERIFIED);
}

/** `setHostnameVerifier((host, session) -> true)`, `NoopHostnameVerifier.INSTANCE`, `TrustAllStrategy`. */
function certificates(call: SyntaxNode, facts: Facts): void {
  const { name } = javaCallee(call);
  const given = argumentsIn(call).map(({ text }) => text);
  const isOff =
    (/^(?:set(?:Default)?(?:SSL)?HostnameVerifier|hostnameVerifier)$/.test(name) &&
      given.some((each) =>
        /->\s*(?:true|\{\s*return\s+true;\s*\})$|NoopHostnameVerifier|ALLOW_ALL/.test(each),
      )) ||
    (name === 'loadTrustMaterial' && given.some((each) => /TrustAllStrategy|->\s*true$/.test(each))) ||
    (name === 'trustManager' && given.some((each) => /InsecureTrustManagerFactory/.test(each)));
  if (isOff) sayUnverified(call, facts);
}

/** `System.getenv().getOrDefault("JWT_SECRET", "secret")`, `environment.getProperty("jwt.secret", "secret")`. */
function fallback(call: SyntaxNode, facts: Facts): void {
  const { on, name } = javaCallee(call);
  const [setting, text] = argumentsIn(call).map(javaText);
  const isRead =
    (name === 'getOrDefault' && /getenv\(\)$|^env$/.test(on)) ||
    (name === 'getProperty' && /^(?:System|env|environment|this\.env\w*)$/.test(on));
  if (isRead) sayFallback(setting, text, lineOf(call), facts);
  if (name !== 'getenv' || on !== 'System' || setting === undefined || !isOwnSecret(setting)) return;
  ternary(call, setting, facts);
}

/** `secret != null ? secret : "changeme"`, `Optional.ofNullable(System.getenv("X")).orElse("changeme")`. */
function ternary(call: SyntaxNode, setting: string, facts: Facts): void {
  const method = nearestAround(call, /^(?:method_declaration|constructor_declaration|class_body)$/);
  const declared = nearestAround(
    call,
    /^(?:variable_declarator|statement|expression_statement|return_statement)$/,
  );
  const name =
    declared?.type === 'variable_declarator' ? declared.childForFieldName('name')?.text : undefined;
  for (const either of method === undefined
    ? []
    : within(method, 'ternary_expression', 'method_invocation')) {
    const isOptional = either.type === 'method_invocation';
    if (isOptional && !/^orElse$/.test(javaCallee(either).name)) continue;
    const values = isOptional
      ? argumentsIn(either)
      : [either.childForFieldName('consequence'), either.childForFieldName('alternative')];
    const asked = isOptional ? javaCallee(either).on : (either.childForFieldName('condition')?.text ?? '');
    const isOfThis =
      asked.includes(`getenv("${setting}")`) ||
      (name !== undefined && new RegExp(`\\b${name}\\b`).test(asked));
    const text = values.map(javaText).find((each) => each !== undefined);
    if (isOfThis && sayFallback(setting, text, lineOf(either), facts)) return;
  }
}

/** `@Value("${jwt.secret:changeme}")`. */
function settings(field: SyntaxNode, facts: Facts): void {
  for (const { name, value, line } of annotationsOf(field)) {
    if (!/^(?:Value|ConfigProperty)$/.test(name)) continue;
    const [, setting, text] = /^\$\{([\w.-]+):([^{}]*)\}$/.exec(javaText(value) ?? '') ?? [];
    sayFallback(setting, text, line, facts);
  }
}

const WRITES =
  /(?:[rR]epository|[rR]epo|[dD]ao|em|entityManager|session|jdbc\w*|\w*[sS]tore)\.(?:save\w*|persist|merge|delete\w*|remove|update|insert\w*|executeUpdate|flush)\(|\.executeUpdate\(/;

function swallowed(clause: SyntaxNode, facts: Facts): void {
  const body = clause.childForFieldName('body');
  const kind = within(clause, 'catch_type')[0]?.text ?? '';
  const attempt = nearestAround(clause, /^try_(?:with_resources_)?statement$/);
  if (
    !/^(?:Exception|Throwable|RuntimeException|DataAccessException|SQLException|PersistenceException)$/.test(
      kind,
    )
  )
    return;
  // A remark says why it is passed over.
  if (childrenOf(body).length === 0 && WRITES.test(attempt?.childForFieldName('body')?.text ?? ''))
    addFlaw(facts, 'SAFE-005', lineOf(clause), SWALLOWED);
}
