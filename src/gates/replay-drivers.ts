/** Before each answer of a driver. */
export const ANSWER = '-- answer --';

/** One call: the file, the function in it, and what it is given; for a method (`Cart.total`), the fields of its object. */
export type Call = readonly [file: string, name: string, args: readonly unknown[], fields?: unknown];

/**
 * Programs that make calls in a plain process, without a runner, and print each answer as `[number, text, JSON, is plain,
 * arguments as JSON]`. The JSON of an answer loses what is not plain data. A call is made twice: null where both answers
 * differ, or where nothing can be called.
 */
export const drivers = {
  script: { ending: 'mjs', program: 'node', text: scriptDriver },
  python: { ending: 'py', program: 'python3', text: pythonDriver },
} as const;

function scriptDriver(calls: readonly Call[]): string {
  return `import { writeSync } from 'node:fs';
import { inspect } from 'node:util';
const calls = ${JSON.stringify(calls)};
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
  ((...args) => owner.prototype[name].apply(Object.assign(Object.create(owner.prototype), structuredClone(fields)), args));
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
  writeSync(1, '\\n${ANSWER}' + JSON.stringify([at, ...(answer ?? []), JSON.stringify(fields == null ? args : [args, fields])]) + '\\n');
}
process.exit(0);
`;
}

/** Makes one call and describes its answer. */
const PYTHON_ANSWER = `def plain(value):
    if type(value) is tuple:
        return {"(": [plain(each) for each in value]}
    if type(value) is list:
        return [plain(each) for each in value]
    if type(value) is dict:
        return {each: plain(value[each]) for each in value}
    return value


def once(function, args):
    try:
        value = function(*copy.deepcopy(args))
        shown = repr(value)[:300]
    except Exception as error:
        return [("throws " + repr(error))[:300], None, False]
    try:
        text = json.dumps([plain(value)])
        return [shown, text, repr(json.loads(text)[0])[:300] == repr(plain(value))[:300]]
    except Exception:
        return [shown, json.dumps([shown]), False]


`;

function pythonDriver(calls: readonly Call[]): string {
  return `import copy, importlib, json, os, sys
CALLS = json.loads(${JSON.stringify(JSON.stringify(calls))})
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "src")]


def load(file):
    parts = file[:-3].split("/")
    parts = [part for part in parts[parts[0] == "src":] if part != "__init__"]
    try:
        return importlib.import_module(".".join(parts))
    except ImportError:
        sys.path.insert(0, os.path.join(HERE, os.path.dirname(file)))
        return importlib.import_module(parts[-1])


${PYTHON_ANSWER}def find(file, name, fields):
    first, *method = name.split(".")
    found = getattr(load(file), first)
    if not method:
        return found
    own = found.__new__(found)
    own.__dict__.update(copy.deepcopy(fields))
    return getattr(own, method[0])


for at, (file, name, args, *rest) in enumerate(CALLS):
    answer = None
    fields = rest[0] if rest else None
    try:
        function = find(file, name, fields)
        one, two = once(function, args), once(find(file, name, fields), args)
        answer = one if one[0] == two[0] else None
    except Exception:
        pass
    os.write(1, ("\\n${ANSWER}" + json.dumps([at] + (answer or []) + [json.dumps(args if fields is None else [args, fields])]) + "\\n").encode())
`;
}
