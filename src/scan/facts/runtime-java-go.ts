import type { TextFinder } from '../rule.ts';
import { lineCounter } from '../scanned-file.ts';

const SETTINGS = /(?:^|\/)(?:application|bootstrap)\.(?:properties|ya?ml)$/;
const HOST =
  /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?):\/\/(?:[^@/\s"'`$]*@)?([a-zA-Z][\w-]*)(?::\d+)?(?=[/?"'`\s]|$)/gm;
const ORIGINS =
  /\b[aA]llow(?:ed)?Origins?(?:"|\()?\s*[:(]?\s*(?:\[\]string\s*\{|List\.of\(|Arrays\.asList\()?\s*((?:"[^"\n]*"\s*,?\s*)+)/g;

/** Where it stands, and what it is without its line. */
type Found = readonly [at: number, fact: Unplaced];
type Unplaced =
  | { readonly is: 'env'; readonly name: string; readonly use: 'needed' | 'optional' }
  | { readonly is: 'listen'; readonly port: number; readonly variable: string | null };

/** `${DATABASE_URL}` of a setting without a value to fall back to; `${PORT:8080}` has one. */
const PLACEHOLDER = /\$\{([A-Z][A-Z0-9_]+)(:[^}]*)?\}/g;
const JAVA_NEEDED =
  /\brequireNonNull\(\s*System\.getenv\("(\w+)"\)|@Value\("\$\{([A-Z][A-Z0-9_]+)\}"\)|(?:getConnection|hmacShaKeyFor|setPassword|setUrl|setJdbcUrl|HMAC256)\(\s*System\.getenv\("(\w+)"\)/g;
const JAVA_CHECKED =
  /\b(\w+)\s*=\s*System\.getenv\("(\w+)"\);\s*if\s*\(\s*\1\s*==\s*null(?:\s*\|\|[^{;]*)?\)\s*\{?\s*throw\b/g;
const GO_CHECKED =
  /\b(\w+)\s*:?=\s*os\.Getenv\("(\w+)"\)\s*\n\s*if\s+(?:\1\s*==\s*""|len\(\1\)\s*==\s*0)\s*\{\s*\n?\s*(?:log\.(?:Fatal|Panic)\w*\(|panic\(|return\s[^\n]*(?:errors\.New|fmt\.Errorf)\()/g;
const GO_NEEDED =
  /(?<![\w.])(?:sql\.Open\([^,\n]*,\s*|(?:postgres|mysql|sqlite|pgxpool|pgx|redis)\.\w+\((?:[^()\n]*,\s*)?|\[\]byte\(|options\.Client\(\)\.ApplyURI\()os\.Getenv\("(\w+)"\)|\b(?:must(?:Get)?[eE]nv|MustGetenv|mustGetenv|requireEnv|RequireEnv)\("(\w+)"\)|\benv:"(\w+),(?:[^"]*,)?(?:required|notEmpty)/g;
const GO_PORT = /\b(?:http\.ListenAndServe|\w+\.(?:Run|Start|Listen))\(\s*":(\d{2,5})"/g;

function javaFacts(text: string): readonly Found[] {
  return [
    ...Array.from(text.matchAll(JAVA_NEEDED), (found) =>
      needed(found.index, found[1] ?? found[2] ?? found[3]),
    ),
    ...Array.from(text.matchAll(JAVA_CHECKED), (found) => needed(found.index, found[2])),
  ];
}

function goFacts(text: string): readonly Found[] {
  const variable = /os\.Getenv\("(\w*PORT\w*)"\)/.exec(text)?.[1] ?? null;
  return [
    ...Array.from(text.matchAll(GO_NEEDED), (found) => needed(found.index, found[1] ?? found[2] ?? found[3])),
    ...Array.from(text.matchAll(GO_CHECKED), (found) => needed(found.index, found[2])),
    ...Array.from(text.matchAll(GO_PORT), (found): Found => [
      found.index,
      { is: 'listen', port: Number(found[1]), variable },
    ]),
  ];
}

function settingFacts(text: string): readonly Found[] {
  const port =
    /^server\.port\s*[=:]\s*(?:\$\{(\w+):)?(\d{2,5})|^server:\s*\n(?:[ ]+[^\n]*\n)*?[ ]+port:\s*(?:\$\{(\w+):)?(\d{2,5})/m.exec(
      text,
    );
  const number = port?.[2] ?? port?.[4];
  return [
    ...Array.from(text.matchAll(PLACEHOLDER), (found): Found => [
      found.index,
      { is: 'env', name: found[1] ?? '', use: found[2] === undefined ? 'needed' : 'optional' },
    ]),
    ...(port === null || number === undefined
      ? []
      : [
          [
            port.index + port[0].length - 1,
            { is: 'listen', port: Number(number), variable: port[1] ?? port[3] ?? 'SERVER_PORT' },
          ] as Found,
        ]),
  ];
}

function needed(at: number, name = ''): Found {
  return [at, { is: 'env', name, use: 'needed' }];
}

/** What programs of Java and Go, and the settings of Spring, expect of the place they run in. */
export const javaGoRuntime: TextFinder = {
  applies: ({ language, isTest, isSide, path }) =>
    !isTest && !isSide && (language === 'java' || language === 'go' || SETTINGS.test(path)),
  find({ text, language }, { runtime }) {
    const lineAt = lineCounter(text);
    const isCommented = (at: number): boolean =>
      /^\s*(?:\/\/|#|\*|\/\*)/.test(text.slice(text.lastIndexOf('\n', at) + 1, at + 1));
    const facts =
      language === 'java' ? javaFacts(text) : language === 'go' ? goFacts(text) : settingFacts(text);
    for (const [at, fact] of facts) if (!isCommented(at)) runtime.push({ ...fact, line: lineAt(at) });
    for (const found of text.matchAll(HOST))
      if (!isCommented(found.index))
        runtime.push({ is: 'host', host: found[1] ?? '', line: lineAt(found.index) });
    for (const found of text.matchAll(ORIGINS)) {
      const origins = Array.from((found[1] ?? '').matchAll(/"(https?:\/\/[^"\s]+)"/g), (one) => one[1] ?? '');
      if (origins.length > 0 && !isCommented(found.index))
        runtime.push({ is: 'origins', origins, line: lineAt(found.index) });
    }
  },
};
