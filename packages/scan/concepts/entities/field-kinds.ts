import * as ts from '../../syntax/typescript/view.ts';

import { byWord } from '../../engine/words.ts';
import type { FieldKind } from './fact.ts';

/** The kind of a column by the name of its type, in SQL or in an ORM; undefined for a name that says nothing. */
export function kindOfName(name: string): FieldKind | undefined {
  return NAMES.get(name.toLowerCase().replace(/[( ].*$/s, ''));
}

const NAMES = byWord<FieldKind>({
  text: `string varchar char character text citext uuid nvarchar nchar tinytext mediumtext longtext uuidv4 clob
    varchar2 objectid charfield textfield slugfield emailfield urlfield uuidfield unicode unicodetext str guid
    simple-array inet cidr`,
  number: `number int integer int2 int4 int8 bigint smallint tinyint mediumint float double decimal numeric real
    serial bigserial smallserial money biginteger smallinteger decimal128 long short byte integerfield
    bigintegerfield smallintegerfield positiveintegerfield floatfield decimalfield positivesmallintegerfield
    positivebigintegerfield int32 int64`,
  boolean: 'boolean bool bit booleanfield nullbooleanfield',
  date: 'date dateonly datefield',
  datetime: `datetime timestamp timestamptz datetime2 datetimeoffset datetimefield timestamp_ntz now smalldatetime`,
  enum: 'enum simple-enum',
  json: 'json jsonb simple-json jsontype mixed map object jsonfield dict hstore',
  bytes: 'blob bytea binary varbinary buffer largebinary binaryfield bytes longblob mediumblob',
});

/** `'varchar'`, `DataTypes.STRING(20)`, `Schema.Types.Boolean`, `Boolean`, `() => Date`. */
export function kindOfColumn(node: ts.Expression | undefined): FieldKind | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return kindOfName(node.text);
  if (ts.isCallExpression(node)) return kindOfColumn(node.expression);
  if (ts.isNewExpression(node)) return kindOfColumn(node.expression);
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return kindOfColumn(node.body);
  if (ts.isPropertyAccessExpression(node)) {
    const { text } = node.name;
    // Sequelize's DATE has a time of day, its DATEONLY has none.
    if (text === 'DATE') return 'datetime';
    return /^(?:UNSIGNED|ZEROFILL|BINARY)$/.test(text) && ts.isPropertyAccessExpression(node.expression)
      ? kindOfColumn(node.expression)
      : kindOfName(text);
  }
  if (!ts.isIdentifier(node)) return undefined;
  // JavaScript's own: a day is never without its time there.
  return node.text === 'Date' ? 'datetime' : kindOfName(node.text);
}

/** What a TypeScript type says of a field. */
export function kindOfType(type: ts.TypeNode | undefined): FieldKind {
  if (type === undefined) return 'unknown';
  if (type.kind === ts.SyntaxKind.StringKeyword) return 'text';
  if (type.kind === ts.SyntaxKind.NumberKeyword || type.kind === ts.SyntaxKind.BigIntKeyword) return 'number';
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return 'boolean';
  if (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName))
    return type.typeName.text === 'Date' ? 'datetime' : 'unknown';
  if (!ts.isUnionTypeNode(type)) return 'unknown';
  const kinds = new Set(type.types.map(kindOfType).filter((kind) => kind !== 'unknown'));
  const [only] = kinds;
  return kinds.size === 1 && only !== undefined ? only : 'unknown';
}
