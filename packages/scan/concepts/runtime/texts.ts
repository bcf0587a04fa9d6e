import type { TextFinder } from '../../engine/rule.ts';
import { lineCounter, type ScannedFile } from '../../engine/files/scanned-file.ts';
import type { RuntimeFact } from './typescript.ts';

type Unplaced<T> = T extends RuntimeFact ? Omit<T, 'line'> : never;
/** Where it stands, and what it is without its line. */
type Found = readonly [at: number, fact: Unplaced<RuntimeFact>];
type Finding = (text: string) => readonly Found[];

/** What each match of a pattern says of the variable that its last group names. */
function named(
  pattern: RegExp,
  use: (name: string, text: string) => 'needed' | 'optional' = () => 'needed',
): Finding {
  return (text) =>
    Array.from(text.matchAll(pattern), (found) => {
      const name = found.findLast((group) => group !== undefined) ?? '';
      return [found.index, { is: 'env', name, use: use(name, text) }];
    });
}

/** The port in the first group; `variable` names what is asked before it. */
function ports(pattern: RegExp, variable: (text: string) => string | null = () => null): Finding {
  return (text) =>
    Array.from(text.matchAll(pattern), ({ 1: port, index }) => [
      index,
      { is: 'listen', port: Number(port), variable: variable(text) },
    ]);
}

const HOST =
  /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?)(?:\+\w+)?:\/\/(?:[^@/\s"'`$]*@)?([a-zA-Z][\w-]*)(?::\d+)?(?=[/?"'`\s]|$)|\b(?:Host|Server|Data Source)=([a-zA-Z][\w-]*)(?:,\d+)?;/gm;
const hosts: Finding = (text) =>
  Array.from(text.matchAll(HOST), ({ 1: host, 2: server, index }) => [
    index,
    { is: 'host', host: host ?? server ?? '' },
  ]);

function origins(pattern: RegExp): Finding {
  return (text) =>
    [...text.matchAll(pattern)].flatMap(({ 1: list = '', index }): readonly Found[] => {
      const written = Array.from(list.matchAll(/["'`](https?:\/\/[^"'`\s$]+)["'`]/g), (one) => one[1] ?? '');
      return written.length === 0 ? [] : [[index, { is: 'origins', origins: written }]];
    });
}

const ORIGINS =
  /(?:\borigins?\b|allow_origins|ALLOWED_ORIGINS|CORS_ORIGINS|WithOrigins)["']?\s*[:=(]\s*(\[[^\]]*\]|["'`][^"'`\n]*["'`](?:\s*,\s*["'`][^"'`\n]*["'`])*)/g;
const isSaid = origins(ORIGINS);
const inCors: Finding = (text) => (/cors/i.test(text) ? isSaid(text) : []);
const allowed = origins(
  /\b[aA]llow(?:ed)?Origins?(?:"|\()?\s*[:(]?\s*(?:\[\]string\s*\{|List\.of\(|Arrays\.asList\()?\s*((?:"[^"\n]*"\s*,?\s*)+)/g,
);

/** `if "X" in os.environ` asks for it first. */
function pythonUse(name: string, text: string): 'needed' | 'optional' {
  const isAsked = new RegExp(
    `["']${name}["']\\s+(?:not\\s+)?in\\s+os\\.environ|(?:getenv|environ\\.get)\\(\\s*["']${name}["']`,
  );
  return isAsked.test(text) ? 'optional' : 'needed';
}

const environment = named(
  /\bos\.environ\[\s*["'](\w+)["']\s*\](?!\s*=[^=])|\bGetEnvironmentVariable\(\s*"(\w+)"\s*\)\s*(?:!|\?\?\s*throw)/g,
  pythonUse,
);

const CHECKED = /\b(?:parse|safeParse)\(\s*process\.env\s*\)|\bcleanEnv\(\s*process\.env\b/;
const CHECKED_FIELD = /^[ \t]*([A-Z][A-Z0-9_]+)\s*:\s*((?:z|v|yup|Joi)\.[^\n]*(?:\n[ \t]*\.[^\n]*)*)/gm;

/** `z.object({ MONGO_URL: z.string() }).parse(process.env)`: what the schema of an environment asks for. */
function checkedNames(text: string): readonly Found[] {
  if (!CHECKED.test(text)) return [];
  return Array.from(text.matchAll(CHECKED_FIELD), ({ 1: name = '', 2: says = '', index, 0: all }) => {
    const isOptional = /\.(?:default|optional|nullish|nullable|catch|prefault)\(/.test(says);
    return [index + all.search(/\S/), { is: 'env', name, use: isOptional ? 'optional' : 'needed' }];
  });
}

const SETTINGS = /^class \w+\([^)]*\bBaseSettings\b[^)]*\):\n((?:[ \t]+[^\n]*\n|\s*\n)*)/gm;

/** What a class of settings of Pydantic asks for: its fields without a default, in capitals and with their prefix. */
function settingNames(text: string): readonly Found[] {
  return [...text.matchAll(SETTINGS)].flatMap(({ 0: all, 1: body = '', index }) => {
    const prefix = /env_prefix\s*=\s*["'](\w*)["']/.exec(body)?.[1] ?? '';
    const begin = index + all.length - body.length;
    return Array.from(
      body.matchAll(/^[ ]{4}([a-z]\w*)\s*:\s*(?!.*(?:=|Optional\[|\|\s*None|ClassVar))[^\n]+$/gm),
      ({ 1: name = '', index: at, 0: line }): Found => [
        begin + at + line.search(/\S/),
        { is: 'env', name: `${prefix}${name}`.toUpperCase(), use: 'needed' },
      ],
    );
  });
}

const PORT =
  /^server\.port\s*[=:]\s*(?:\$\{(\w+):)?(\d{2,5})|^server:\s*\n(?:[ ]+[^\n]*\n)*?[ ]+port:\s*(?:\$\{(\w+):)?(\d{2,5})/m;

/** `${DATABASE_URL}` of a setting has no value to fall back to, `${PORT:8080}` has one. */
function settings(text: string): readonly Found[] {
  const port = PORT.exec(text);
  const variable = port?.[1] ?? port?.[3] ?? 'SERVER_PORT';
  const placeholders = Array.from(
    text.matchAll(/\$\{([A-Z][A-Z0-9_]+)(:[^}]*)?\}/g),
    ({ 1: name = '', 2: value, index }): Found => [
      index,
      { is: 'env', name, use: value === undefined ? 'needed' : 'optional' },
    ],
  );
  if (port === null) return placeholders;
  const heard = { is: 'listen', port: Number(port[2] ?? port[4]), variable } as const;
  return [...placeholders, [port.index + port[0].length - 1, heard]];
}

const web = [hosts, inCors, checkedNames];

/** What is looked for in the programs of a language. */
const finders: Readonly<Record<string, readonly Finding[]>> = {
  typescript: web,
  javascript: web,
  csharp: [hosts, inCors, environment],
  python: [
    hosts,
    inCors,
    environment,
    settingNames,
    ports(/\b(?:uvicorn\.run|app\.run|serve)\([^\n)]*\bport\s*=\s*(\d{2,5})\b/g),
  ],
  java: [
    hosts,
    allowed,
    named(
      /\brequireNonNull\(\s*System\.getenv\("(\w+)"\)|@Value\("\$\{([A-Z][A-Z0-9_]+)\}"\)|(?:getConnection|hmacShaKeyFor|setPassword|setUrl|setJdbcUrl|HMAC256)\(\s*System\.getenv\("(\w+)"\)/g,
    ),
    named(
      /\b(\w+)\s*=\s*System\.getenv\("(\w+)"\);\s*if\s*\(\s*\1\s*==\s*null(?:\s*\|\|[^{;]*)?\)\s*\{?\s*throw\b/g,
    ),
  ],
  go: [
    hosts,
    allowed,
    named(
      /(?<![\w.])(?:sql\.Open\([^,\n]*,\s*|(?:postgres|mysql|sqlite|pgxpool|pgx|redis)\.\w+\((?:[^()\n]*,\s*)?|\[\]byte\(|options\.Client\(\)\.ApplyURI\()os\.Getenv\("(\w+)"\)|\b(?:must(?:Get)?[eE]nv|MustGetenv|mustGetenv|requireEnv|RequireEnv)\("(\w+)"\)|\benv:"(\w+),(?:[^"]*,)?(?:required|notEmpty)/g,
    ),
    named(
      /\b(\w+)\s*:?=\s*os\.Getenv\("(\w+)"\)\s*\n\s*if\s+(?:\1\s*==\s*""|len\(\1\)\s*==\s*0)\s*\{\s*\n?\s*(?:log\.(?:Fatal|Panic)\w*\(|panic\(|return\s[^\n]*(?:errors\.New|fmt\.Errorf)\()/g,
    ),
    ports(
      /\b(?:http\.ListenAndServe|\w+\.(?:Run|Start|Listen))\(\s*":(\d{2,5})"/g,
      (text) => /os\.Getenv\("(\w*PORT\w*)"\)/.exec(text)?.[1] ?? null,
    ),
  ],
};

function findersFor({ path, language }: ScannedFile): readonly Finding[] {
  if (/appsettings[\w.]*\.json$/.test(path)) return [hosts];
  if (/(?:^|\/)(?:application|bootstrap)\.(?:properties|ya?ml)$/.test(path))
    return [hosts, allowed, settings];
  return finders[language] ?? [];
}

/** What programs expect of the place they run in, as far as it can be read off the text. */
export const runtimeTexts: TextFinder = {
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(file, { runtime }) {
    const { text } = file;
    const lineAt = lineCounter(text);
    for (const [at, fact] of findersFor(file).flatMap((each) => each(text)))
      if (!/^\s*(?:\/\/|#|\*|\/\*)/.test(text.slice(text.lastIndexOf('\n', at) + 1, at + 1)))
        runtime.push({ ...fact, line: lineAt(at) });
  },
};
