import type { TextFinder } from '../../engine/rule.ts';
import type { DatabaseFact } from './fact.ts';
import { wordSet } from '../../engine/words.ts';

const HINTS: readonly (readonly [RegExp, DatabaseFact['dialect']])[] = [
  [
    /postgres(?:ql)?(?:\+\w+)?:\/\/|\b(?:dialect|type|client|provider)['"]?\s*:\s*['"](?:postgres|postgresql|pg|cockroachdb)['"]|db\.backends\.postgresql|from ['"]pg['"]|require\(['"]pg['"]\)|"pg":|\bpsycopg|\basyncpg\b|image:\s*['"]?postgres|drizzle-orm\/(?:pg-core|node-postgres|postgres-js)/,
    'postgres',
  ],
  [
    /mysql(?:\+\w+)?:\/\/|\b(?:dialect|type|client)['"]?\s*:\s*['"](?:mysql2?|mariadb)['"]|db\.backends\.mysql|['"]mysql2?(?:\/promise)?['"]\)|from ['"]mysql2?|"mysql2?":|\bpymysql\b|image:\s*['"]?(?:mysql|mariadb)|drizzle-orm\/mysql/,
    'mysql',
  ],
  [
    /sqlite(?:\+\w+)?:\/\/|\b(?:dialect|type|client)['"]?\s*:\s*['"](?:sqlite3?|better-sqlite3)['"]|db\.backends\.sqlite3|"(?:better-)?sqlite3":|\bimport sqlite3\b|\baiosqlite\b|drizzle-orm\/(?:sqlite|better-sqlite|libsql)/,
    'sqlite',
  ],
  [
    /mssql(?:\+\w+)?:\/\/|\b(?:dialect|type|client)['"]?\s*:\s*['"]mssql['"]|"(?:mssql|tedious)":|\bpyodbc\b/,
    'mssql',
  ],
];

/** Where what follows is needed for working on the project only. */
const FOR_WORK =
  /^\[(?:dependency-groups|project\.optional-dependencies|tool\.poetry\.(?:group\.)?(?:dev|test)\b|tool\.uv\b)/m;

const LANGUAGES = wordSet('typescript javascript python json toml yaml dotenv');

/** Which databases a project speaks to, from its settings, its dependencies and its addresses. */
export const databaseFacts: TextFinder = {
  applies: ({ isTest, isSide, language, path }) =>
    !isTest && !isSide && LANGUAGES.has(language) && !/lock\.(?:json|yaml)$|\.lock$/.test(path),
  find({ text, language }, facts) {
    const shipped = language === 'toml' ? (text.split(FOR_WORK)[0] ?? text) : text;
    for (const [hint, dialect] of HINTS) if (hint.test(shipped)) facts.databases.push({ dialect });
  },
};
