import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { schemaNamed } from './schema-named.ts';

const names = ['epic', 'config'] as const;

test.each(names)('DISPATCH-01 the shipped %s schema is the one the reader checks by', (name) => {
  const shipped = readFileSync(new URL(`../../schema/${name}.v1.json`, import.meta.url), 'utf8');
  // After a change of the shape: node tools/schemas.ts
  expect(shipped).toBe(`${JSON.stringify(schemaNamed(name), null, 2)}\n`);
});

test.each(names)(
  'DISPATCH-01 the %s schema has an id, refuses unknown keys and describes every key',
  (name) => {
    const schema = schemaNamed(name);
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: `urn:gauntlet:schema:${name}:v1`,
      title: `Gauntlet ${name} file`,
      type: 'object',
      additionalProperties: false,
    });
    expect(undescribed(schema, name)).toEqual([]);
  },
);

function undescribed(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]: [string, unknown]) => {
    if (key !== 'properties' || typeof part !== 'object' || part === null)
      return undescribed(part, `${path}.${key}`);
    const properties = Object.entries(part as Record<string, { readonly description?: string }>);
    const bare = properties
      .filter(([, { description = '' }]) => description.length < 3)
      .map(([name]) => `${path}.${name}`);
    return [...bare, ...properties.flatMap(([name, inner]) => undescribed(inner, `${path}.${name}`))];
  });
}
