import { SCRIPT_HOLDS } from './function-body.ts';

// What a function that is left as it is answers instead: a wrong value of the same kind. Code that forgives some wrong answers
// forgives these too, where it would notice that nothing came back.

/** A number is one more, a text is longer, a list is shorter; what has no near value is gone. Nothing stays nothing. */
export function scriptSpoiler(isTyped: boolean): string {
  const [value, answer] = isTyped ? ['(v: any): any', '(v as any)'] : ['(v)', 'v'];
  const object = `{ ...v, [Object.keys(v)[0]]: spoiledAnswer(Object.values(v)[0]) }`;
  const parts = [
    `v == null ? v`,
    `typeof v === 'number' ? (Number.isFinite(v) ? v + 1 : 0)`,
    `typeof v === 'bigint' ? v + 1n`,
    `typeof v === 'boolean' ? !v`,
    `typeof v === 'string' ? v + 'x'`,
    `typeof ${answer}.then === 'function' ? v.then(spoiledAnswer)`,
    `Array.isArray(v) ? (v.length === 0 ? [0] : v.slice(0, -1))`,
    `Object.getPrototypeOf(v) === Object.prototype && Object.keys(v).length > 0 ? ${object}`,
    `undefined`,
  ];
  return `const spoiledAnswer = ${value} => ${SCRIPT_HOLDS} ? ${parts.join(' : ')} : v;`;
}

const PYTHON = [
  'None if v is None',
  '(not v) if isinstance(v, bool)',
  'v + 1 if isinstance(v, (int, float))',
  'v + "x" if isinstance(v, str)',
  'v + b"x" if isinstance(v, bytes)',
  '(v[:-1] if v else [0]) if isinstance(v, (list, tuple))',
  'dict(list(v.items())[:-1]) if v and isinstance(v, dict)',
  'None',
];

export const PYTHON_SPOILER = `spoiled_answer = lambda v: (${PYTHON.join(' else ')}) if __name__ else v`;

/** The statement of Go that changes a result of such a type. */
export function goSpoiled(name: string, type: string): string {
  if (/^(?:u?int(?:8|16|32|64)?|float(?:32|64)|byte|rune)$/.test(type)) return `${name}++; `;
  if (type === 'string') return `${name} += "x"; `;
  return type === 'bool' ? `${name} = !${name}; ` : `${name} = *new(${type}); `;
}
