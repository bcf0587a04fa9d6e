/** What a language and its libraries call loading, changing and storing. `@` stands for a record, `<what>` is its name. */
export type StoreWords = {
  /** What stores, whoever does it. */
  readonly saves: RegExp;
  /** Annotations of functions that store what they changed when they end. */
  readonly savesByHead?: RegExp;
  /** A function that stores for others: a middleware, a dependency, a pipeline. */
  readonly around: RegExp;
  /** Classes whose callers store. */
  readonly elsewhere: RegExp;
  /** A method of a store; calling it is no call of a function of the same name. */
  readonly store: RegExp;
  /** The stores that a class and the head of a function name, as a pattern; empty without one. */
  readonly stores: (declared: string) => string;
  /** Calls with a store that only read. */
  readonly reads?: RegExp;
  /** What tells a store of a new or removed record, which it writes when it is saved. */
  readonly adds: (stores: string) => string;
  /** Loads one record, or makes one (`<made>`); a `<plain>` one is never written by itself. `<by>`: another function. */
  readonly loads: (stores: string) => readonly string[];
  /** What a function of the file loads and gives back: a record that its store knows, or a plain one. */
  readonly loadedBy: (name: string, text: string) => 'known' | 'plain' | undefined;
  /** Statements that load something no store will write. */
  readonly passive: RegExp;
  readonly changes: string;
  /** Names of functions that only show what they are given. */
  readonly shows: string;
  /** What a record does by itself, which may store it. */
  readonly acts: string;
};

const never = /(?!)/g;
const none = (): string => '';

const SESSION = String.raw`(?<![\w.])(?:self\.)?(?:\w*[sS]ession|db|\w+_db|db\.session)`;
const READER = String.raw`(?:\w+\.)*_?(?:get|find|load|fetch|read|require)(?!\w*(?:_or_|create|add|save|update|commit))_\w+\(\s*(?:\w+\s*=\s*)?${SESSION}\s*(?=[,)])`;

const python = (text: string): StoreWords => ({
  saves:
    /\.(?:commit|flush|begin|begin_nested|bulk_\w+|a?save\w*(?!\(\s*commit\s*=\s*False)|a?create|\w+_or_create|create_all|delay)\s*\(|\.objects\b.*\.update\(|\bautocommit\b|\bwith\s+(?!(?:[\w.]+\.)?(?:Session|AsyncSession|SessionLocal|sessionmaker|async_session(?:_maker)?|AsyncSessionLocal)\b)[\w.]+\([^)]*\)\s+as\s+\w*(?:session|db|uow)\w*/,
  savesByHead: /transaction|atomic/i,
  around: /\byield\b|after_request|teardown|middleware|call_next|__a?exit__|\bdispatch\b/,
  elsewhere: /^class \w*(?:Repository|Repo|UnitOfWork|DAO|Mixin)\b(?![^]*\.commit\()/,
  store: new RegExp(String.raw`${SESSION}\.\w+\(`, 'g'),
  stores: () => (/\bdjango\b/.test(text) ? '' : SESSION),
  reads: new RegExp(READER.replace('get|', 'get|list|count|exists|'), 'g'),
  adds: (stores) => String.raw`(?<what>${stores})\.(?:add|add_all|delete|merge)\s*\(`,
  loads: (stores) => [
    String.raw`^[ \t]*(?<what>\w+)\s*=\s*(?:await\s+)?(?:[A-Z]\w*\.objects\b[^\n]*\.(?:get|first|last|latest|aget|afirst)\(|get_object_or_404\(|self\.get_object\()`,
    String.raw`^[ \t]*(?<what>\w+)\s*=\s*(?<made>\w+\.save\(\s*commit\s*=\s*False\s*\)|(?:[A-Z]\w*Serializer|self\.get_serializer)\([^\n]*\bdata\s*=)`,
    ...(stores === ''
      ? []
      : [
          String.raw`^[ \t]*(?<what>\w+)(?:\s*:\s*[^=\n]+)?\s*=\s*\(?(?:await\s+)?(?:${stores}\.(?:query|get|get_or_404|get_one|scalar|execute)\((?=[^]{0,300}?\.(?:first|one|one_or_none|get|scalar_one\w*|scalar|\w+_or_404)\(|[A-Z])|[A-Z]\w*\.query\.[^\n]*(?:first|get|one)\w*\(|${READER})`,
        ]),
  ],
  loadedBy: () => undefined,
  passive: never,
  changes: String.raw`(?:@\.\w+\s*[-+*/]?=(?!=)|setattr\(\s*@\b)`,
  shows: String.raw`render|jsonify|\w*Response\w*|\w*[sS]erializer\w*|\w*[sS]chema\w*\.\w+|model_validate|from_orm|model_to_dict|setattr|isinstance|str|len|print|log\w*\.\w+|messages\.\w+|redirect|\w*refresh`,
  acts: String.raw`@\.(?:a?save|refresh_from_db|a?delete|validated_data|save_m2m|\w*(?:update|save|set|add|mark|do_)\w*\()`,
});

const CONTEXT =
  /\b(?:\w*DbContext|(?!Http|Action|Filter|Validation|Stream|Synchronization|Security|Execution|Request|Session|Job|Authorization|Operation|Schema|Client)\w+Context)\??\s+(_?\w+)\s*(?=[;,)=])/g;

const csharp: StoreWords = {
  saves:
    /\b(?:SaveChanges\w*|SaveEntities\w*|Commit\w*|Complete(?:Async)?|Save(?:Async|All\w*)?|ExecuteUpdate\w*|ExecuteDelete\w*|BulkSave\w*|Flush\w*)\s*\(/,
  around:
    /\b(?:RequestHandlerDelegate|ActionExecutionDelegate|RequestDelegate|EndpointFilterDelegate|ActionExecutedContext)\b/,
  elsewhere:
    /\bclass \w*(?:Repository|UnitOfWork|Context|Seeder|Seed|Configuration|Extensions|Migration|Factory|Builder|Decorator|Behaviou?r|Filter|Middleware)\b|\bclass [^{]*:\s*(?!(?:I[A-Z]\w*|Controller(?:Base)?|\w*ApiController|Hub)\b)\w/,
  store: never,
  stores: (declared) =>
    [...new Set(Array.from(declared.matchAll(CONTEXT), ({ 1: name = '' }) => name))].join('|'),
  adds: (stores) =>
    String.raw`\b(?<what>${stores})(?:\.\w+(?:<\w+>\(\))?)?\.(?:Add|Update|Remove|Insert|Delete)(?:Range)?(?:Async)?\s*\(`,
  loads: (stores) =>
    stores === ''
      ? []
      : [
          String.raw`\b(?:var|[A-Z]\w*\??)\s+(?<what>\w+)\s*=\s*(?:await\s+)?(?:${stores})\b[^;]*?\.(?:First|Single|Find|Last)\w*\s*\([^;]*;`,
        ],
  loadedBy: () => undefined,
  passive: /AsNoTracking|\.Select\(|ProjectTo/,
  changes: String.raw`@!?\.\w+(?:\.\w+)?\s*(?:[-+*/|&]?=(?![=>])|\+\+|--)`,
  shows: String.raw`Ok|CreatedAtAction|Created|Json|\w*Results\.\w+|_?[mM]apper\.Map\w*(?:<[^>]*>)?`,
  acts: '(?!)',
};

const java: StoreWords = {
  saves: /\.(?:save\w*|persist|merge|flush|update\w*|insert\w*|store\w*|commit|put)\s*\(|[tT]ransaction/,
  savesByHead: /Transactional|PrePersist|EventListener/,
  around: never,
  elsewhere:
    /^(?![^{]*@(?:RestController|Controller|Path|Service|Component|ApplicationScoped)\b)|^[^{]*@Transactional/,
  store: never,
  stores: none,
  adds: none,
  loads: () => [
    String.raw`\b(?:var|[A-Z]\w*(?:<[^>=;]*>)?)\s+(?<what>\w+)\s*=\s*(?:this\.)?\w*(?:[rR]epository|[rR]epo|[dD]ao)\s*\.\s*(?:find|get|load|read)(?![a-z])\w*\([^;]*;`,
  ],
  loadedBy: () => undefined,
  passive: never,
  changes: String.raw`@\.set[A-Z]\w*\(`,
  shows: String.raw`(?:\w+\.)*(?:ok|body|toDto\w*|toResponse\w*|from|map|of|convert\w*|info|debug|warn|just|entityToDto\w*)`,
  acts: '(?!)',
};

const go: StoreWords = {
  saves:
    /(?<!\b(?:w|rw|c|ctx|res|\.Header\(\)))\.(?:Save|Update|Create|Insert|Put|Store|Exec|Commit|Upsert|Set|Replace|Write|Persist|Add|Edit|Modify)\w*\(/,
  around: never,
  elsewhere: never,
  store: never,
  stores: none,
  adds: none,
  loads: () => [
    String.raw`\b(?:db|DB|gdb|orm)\b[^\n]*\.(?:First|Take|Last)\(\s*&(?<what>\w+)[^\n]*`,
    String.raw`^\s*(?:if )?(?<what>\w+)(?:,\s*\w+)?\s*:=\s*(?:\w+\.)*\w*(?:[rR]epo(?:sitory)?|[sS]tore|[dD]ao|[qQ]ueries)\.(?:Get|Find|Load|Fetch)\w*\([^\n]*`,
  ],
  loadedBy: () => undefined,
  passive: never,
  changes: String.raw`@\.[A-Z]\w*\s*(?:[-+*/|]?=(?!=)|\+\+|--)`,
  shows: String.raw`(?:[\w.]+\([^()]*\)\.|\w+\.)*\w*(?:JSON|Encode|Render|[rR]espond\w*|[wW]riteJSON|Printf|Println|Marshal|[tT]o\w*(?:Response|DTO|Dto)|New\w*Response|Info|Debug)`,
  acts: String.raw`@\.[A-Z]\w*\(`,
};

const ASK = String.raw`(?:findOne(?:By|OrFail|ByOrFail)?|findById|findByPk)\(`;
const ASK_PLAIN = String.raw`(?:prisma\w*\.\w+|this\.prisma\w*\.\w+|\b(?:db|tx)\.query\.\w+)\.find(?:Unique|First)(?:OrThrow)?\(|\b(?:db|tx|database)\.select\(`;

function script(text: string): StoreWords {
  const fields = Array.from(
    text.matchAll(/\b(\w+)\s*:\s*(?:\w*Repository|EntityManager|\w*Model)</g),
    ({ 1: name = '' }) => String.raw`this\.${name}`,
  );
  const models = String.raw`[A-Z][a-z]\w*`;
  const repositories = [
    ...fields,
    String.raw`(?:\w+\.)*\w*(?:[rR]epository|[rR]epo)`,
    'getRepository\\(\\w+\\)',
  ].join('|');
  const start = String.raw`\b(?:const|let|var)\s+\[?\s*(?<what>\w+)\s*\]?\s*=\s*`;
  return {
    saves:
      /(?<!Map|Set|cache|session|storage)\.?\b(?:\w*(?:[sS]ave|[pP]ersist|[uU]psert|[iI]nsert|[bB]ulk|[dD]estroy|[tT]ransaction|[pP]ublish)\w*|update\w*|delete\w*|remove\w*|restore\w*|increment|decrement|emit|dispatch|flush|commit|write\w*)\(/,
    around: never,
    elsewhere: never,
    store: new RegExp(String.raw`\b(?:${repositories}|${models}|prisma\w*\.\w+|db)\.\w+\(`, 'g'),
    stores: none,
    adds: none,
    loads: () => [
      String.raw`${start}(?:await\s+)?(?:${models}|${repositories})\s*\.\s*${ASK}`,
      String.raw`${start}(?:await\s+)?(?<plain>(?:${ASK_PLAIN}))`,
      String.raw`${start}await\s+(?:this\.)?(?<by>\w+)\(`,
      String.raw`${start}(?<made>(?:${repositories})\.create\(|${models}\.build\()`,
      String.raw`${start}(?<made>new (?:${modelsOf(text)})\()`,
    ],
    loadedBy: (name, all) => {
      const body =
        bodiesOf(name, all).find((each) => !/\.create\(|\.insert\(|\blean\b|\braw\s*:/.test(each)) ?? '';
      if (new RegExp(ASK_PLAIN).test(body)) return 'plain';
      return new RegExp(String.raw`\.${ASK}`).test(body) ? 'known' : undefined;
    },
    passive: /\blean\b|\braw\s*:/,
    changes: String.raw`(?:@(?:\.\w+|\[[^\]\n]*\])+\s*(?:[-+*/]?=(?![=>])|\+\+|--)|@(?:\.\w+)*\.(?:push|pull|addToSet|pop|splice|unshift|set|setDataValue)\(|Object\.assign\(\s*@\b)`,
    shows: String.raw`(?:\w+\.)*(?:json|send|status|log|info|debug|warn|error|stringify|plainTo\w+|instanceToPlain|isArray|keys|entries|values|String|Boolean|Number|jsonp|render|ok|created|assign|(?:to|as|present|seriali[sz]e|format|describe|view|map|from)(?:[A-Z]\w*)?|\w*(?:View|Dto|DTO|Response|Json|JSON)(?:Of|From|For)?)`,
    acts: String.raw`@\.(?!(?:set|setDataValue|toJSON|toObject|get|populate|markModified|toString|equals|push|compare\w*|is[A-Z]\w*|has[A-Z]\w*|check\w*|match\w*|get[A-Z]\w*|to[A-Z]\w*)\()\w+\(`,
  };
}

/** Classes of the models' folder that the file asks for records, as a pattern. */
function modelsOf(text: string): string {
  const from =
    /(?:import\s+(?:\{([^}]*)\}|(\w+))\s+from|(?:const|let|var)\s+(?:\{([^}]*)\}|(\w+))\s*=\s*require\()\s*['"][^'"\n]*(?:^|[/._-])(?:models?|entity|entities|schemas?)(?:[/._-][^'"\n]*)?['"]/g;
  const found = Array.from(text.matchAll(from), (each) => each.slice(1).filter(Boolean).join(','))
    .flatMap((names) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => /^[A-Z]\w*$/.test(name) && !/(?:Dto|DTO|Error|Exception|Schema|Service)$/.test(name));
  const stored = found.filter((name) =>
    new RegExp(
      String.raw`\b${name}\.(?:find\w*|create|build|updateOne|deleteOne|count\w*)\(|Repository<${name}>`,
    ).test(text),
  );
  return stored.length === 0 ? '(?!)' : stored.join('|');
}

/** What stands in functions of this name, to the end that is written as far to the left as they begin. */
function bodiesOf(name: string, text: string): readonly string[] {
  const declared = new RegExp(
    String.raw`^([ \t]*)(?:[\w]+ )*${name}\s*(?:=\s*(?:async\s*)?)?\([^;]*?(?:\{|=>)[^]*?\n\1(?:\}|\S)`,
    'gm',
  );
  return Array.from(text.matchAll(declared), ([all]) => all);
}

/** The words for a file; undefined for languages without any. */
export function wordsFor(language: string, text: string): StoreWords | undefined {
  if (language === 'python') return python(text);
  const others: Readonly<Record<string, StoreWords>> = { csharp, java, go };
  return others[language] ?? script(text);
}
