// Makes calls in a plain process, without a runner, and prints each answer as `[number, text, JSON, is plain, arguments as JSON]`.
// The JSON of an answer loses what is not plain data. A call is made twice: null where both answers differ, or where nothing
// can be called.
import { writeSync } from 'node:fs';
import { inspect } from 'node:util';
const calls = CALLS;
const shown = (value) => inspect(value, { depth: 6, sorted: true, breakLength: Infinity }).slice(0, 300);
const once = async (f, args) => {
  try {
    const value = await f(...structuredClone(args));
    const json = JSON.stringify([value]);
    return [shown(value), json, shown(JSON.parse(json)[0]) === shown(value)];
  } catch (error) {
    return ['throws ' + String(error).slice(0, 300), null, false];
  }
};
const methodOf = (owner, name, fields) =>
  typeof owner?.prototype?.[name] === 'function' &&
  ((...args) =>
    owner.prototype[name].apply(
      Object.assign(Object.create(owner.prototype), structuredClone(fields)),
      args,
    ));
for (const [at, [file, name, args, fields]] of calls.entries()) {
  let answer = null;
  try {
    const all = await import('./' + file);
    const [first, method] = name.split('.');
    const own = all[first] ?? all.default?.[first] ?? all.default;
    const f = method === undefined ? own : methodOf(own, method, fields);
    const [one, two] = [await once(f, args), await once(f, args)];
    if (typeof f === 'function' && one[0] === two[0]) answer = one;
  } catch {}
  writeSync(
    1,
    '\n-- answer --' +
      JSON.stringify([at, ...(answer ?? []), JSON.stringify(fields == null ? args : [args, fields])]) +
      '\n',
  );
}
process.exit(0);
