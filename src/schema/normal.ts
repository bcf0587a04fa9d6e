import { isMap } from './fits.ts';
import { meantOption } from './salvage.ts';
import type { AnyShape, MapShape, Salvaged, Shape } from './shape.ts';

/** The normal form of what was written: every default filled in. Parts that were wrong and left out are empty. */
export function normal<Out, In>(shape: Shape<Out, In>, written: Salvaged<In> | undefined): Out;
export function normal(shape: AnyShape, written: unknown): unknown {
  return made(shape, written);
}

function made(shape: AnyShape, written: unknown): unknown {
  const value = withParts(shape, written === undefined ? blank(shape) : written);
  return shape.to === undefined ? value : shape.to(value);
}

function withParts(shape: AnyShape, value: unknown): unknown {
  if (shape.type === 'array' && Array.isArray(value))
    return value.filter((item) => item !== undefined).map((item) => made(shape.item, item));
  if (shape.type === 'record' && isMap(value)) {
    const given = Object.entries(value).filter(([key, part]) => key !== '__proto__' && part !== undefined);
    return Object.fromEntries(given.map(([key, part]) => [key, made(shape.item, part)]));
  }
  if (shape.type === 'object' && isMap(value)) return mapWithParts(shape, value);
  const option = shape.type === 'union' ? meantOption(shape, value) : undefined;
  return option === undefined ? value : made(option, value);
}

function mapWithParts({ fields, isSparse = false }: MapShape, value: Readonly<Record<string, unknown>>) {
  const complete: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const given = value[key] ?? ('or' in field && !isSparse ? field.or : value[key]);
    if (given === undefined && ('optional' in field || isSparse)) continue;
    const part = given === null ? null : made('optional' in field ? field.optional : field, given);
    if (part !== undefined) complete[key] = part;
  }
  return complete;
}

/** In the place of a part that has to be there and was wrong. */
function blank(shape: AnyShape): unknown {
  switch (shape.type) {
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'any':
      return null;
    case 'literal':
      return shape.value;
    case 'enum':
      return shape.words[0];
    case 'array':
      return [];
    case 'record':
    case 'object':
      return {};
    case 'union':
      return shape.options[0] === undefined ? null : blank(shape.options[0]);
  }
}
