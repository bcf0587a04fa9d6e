/** What a settings file of Codex can hold. */
export type Toml = string | number | boolean | readonly string[] | { readonly [name: string]: Toml };

/** A table as TOML; tables in it come after its own values, under their headings. */
export function tomlOf(table: Readonly<Record<string, Toml>>, path: readonly string[] = []): string {
  const entries = Object.entries(table);
  const own = entries.flatMap(([name, value]) =>
    isTable(value) ? [] : [`${keyOf(name)} = ${valueOf(value)}\n`],
  );
  const inner = entries.flatMap(([name, value]) => {
    if (!isTable(value)) return [];
    const below = [...path, name];
    return [`\n[${below.map(keyOf).join('.')}]\n${tomlOf(value, below)}`];
  });
  return [...own, ...inner].join('');
}

function isTable(value: Toml): value is { readonly [name: string]: Toml } {
  return typeof value === 'object' && !Array.isArray(value);
}

function keyOf(name: string): string {
  return /^[\w-]+$/.test(name) ? name : quoted(name);
}

function valueOf(value: Exclude<Toml, { readonly [name: string]: Toml }>): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'object' ? `[${value.map(quoted).join(', ')}]` : String(value);
}

/** A basic string: JSON's escapes are TOML's, and TOML wants one control character more escaped. */
function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll('\u007F', String.raw`\u007F`);
}
