import * as ts from '../../syntax/typescript/view.ts';

import { importedAs } from '../../syntax/typescript/imported.ts';
import { wordSet } from '../../engine/words.ts';

/** Methods that only something which asks a database has. */
const DISTINCT = wordSet(`
  findUnique findUniqueOrThrow findFirst findFirstOrThrow findMany createMany createManyAndReturn
  updateMany deleteMany upsert groupBy $queryRaw $executeRaw $queryRawUnsafe $executeRawUnsafe findOne
  findById findByIdAndUpdate findByIdAndDelete findOneAndUpdate findOneAndDelete findOneAndReplace
  updateOne deleteOne insertMany insertOne replaceOne countDocuments bulkWrite findOneBy findOneOrFail
  findOneByOrFail findBy findAndCount findAndCountBy findByPk findOrCreate findAndCountAll bulkCreate
  getMany getOne getRawMany getRawOne getManyAndCount softDelete`);
/** Of these names one asks for a `database`, and of what a class is called that wraps it. */
const DATABASE =
  /^(?:prisma\w*|db|database|knex|sequelize|drizzle|entityManager|dataSource|supabase|pool|tx|trx)$|(?:Prisma|Db|DB|Database|Repository|Repo|Model|Dao|DAO|DAL|Dal|EntityManager)$/;
const ASKS = wordSet(`
  find findAll findOne save create insert update delete remove destroy count query execute first exec all
  run select where from values returning aggregate exists increment decrement restore get any one none
  oneOrNone many manyOrNone single maybeSingle`);
/** What a model has that was imported as one. */
const MODEL_ASKS = wordSet(
  'find create count exists aggregate update delete destroy distinct save query where all',
);
const SENDERS =
  /^(?:axios\w*|http|\$http|httpClient|httpService|apiClient|ky|got|superagent)$|(?:Api|Http|HttpClient|ApiClient|Axios)$/;
const VERBS = wordSet('get post put patch delete request head');
const SENDS = wordSet('fetch $fetch axios got ky ofetch');

/** The names of a chain of calls and members, outermost last: `db.select().from(x)` is db, select, from. */
export function chainOf(node: ts.Expression): readonly string[] {
  const names: string[] = [];
  let at: ts.Expression = node;
  for (;;) {
    if (ts.isCallExpression(at) || ts.isNonNullExpression(at) || ts.isParenthesizedExpression(at)) {
      at = at.expression;
    } else if (ts.isPropertyAccessExpression(at)) {
      names.push(at.name.text);
      at = at.expression;
    } else if (ts.isElementAccessExpression(at)) at = at.expression;
    else {
      if (ts.isIdentifier(at)) names.push(at.text);
      return names.toReversed();
    }
  }
}

const repositories = new WeakMap<ts.SourceFile, ReadonlySet<string>>();

/** Names that a file declares as repositories or models of an ORM, whatever they are called. */
export function repositoriesOf(source: ts.SourceFile): ReadonlySet<string> {
  const known = repositories.get(source);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const { groups } of source.text.matchAll(
    /\b(?<typed>\w+)\s*:\s*(?:Repository|TreeRepository|EntityRepository)<|\b(?<taken>\w+)\s*=\s*[\w.]+\.getRepository\(/g,
  ))
    names.add(groups?.['typed'] ?? groups?.['taken'] ?? '');
  repositories.set(source, names);
  return names;
}

/** Whether a call asks a database or another server: `database`, `request`, or neither. */
export function dataCall(node: ts.Expression, source: ts.SourceFile): 'database' | 'request' | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const names = chainOf(node);
  const [root] = names;
  if (root === undefined) return undefined;
  if (names.length === 1) return SENDS.has(root) ? 'request' : DATABASE.test(root) ? undefined : undefined;
  if (names.some((name, index) => index > 0 && DISTINCT.has(name))) return 'database';
  const rest = names.slice(1);
  const asks = rest.some((name) => ASKS.has(name));
  if (asks && names.slice(0, -1).some((name) => DATABASE.test(name)) && !names.includes('cache'))
    return 'database';
  if (asks && repositoriesOf(source).has(names.at(-2) ?? '')) return 'database';
  if (/^(?:manager|em)$/.test(root) && asks && isEntity(node.arguments[0])) return 'database';
  const from = /^[A-Z]/.test(root) ? importedAs(source, root)?.from : undefined;
  if (
    from !== undefined &&
    /models?\b|entit|schemas?\b|mongo/i.test(from) &&
    rest.some((name) => MODEL_ASKS.has(name))
  )
    return 'database';
  const isSent = VERBS.has(names.at(-1) ?? '') && names.slice(0, -1).some((name) => SENDERS.test(name));
  return isSent ? 'request' : undefined;
}

/** `manager.save(Order, …)`: the class of what is stored comes first. */
function isEntity(node: ts.Expression | undefined): boolean {
  return /^[A-Z][a-z]/.test(ts.wordOf(node));
}
