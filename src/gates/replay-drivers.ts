/** Before each answer of a driver. */
export const ANSWER = '-- answer --';

/** One call: the file, the function in it, and what it is given. */
export type Call = readonly [file: string, name: string, args: readonly unknown[]];

/**
 * Programs that make calls in a plain process, without a runner, and print each answer as `[number, text]`. A call is made
 * twice: null where both answers differ, or where nothing can be called.
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
    return shown(await f(...structuredClone(args)));
  } catch (error) {
    return 'throws ' + String(error).slice(0, 300);
  }
};
for (const [at, [file, name, args]] of calls.entries()) {
  let answer = null;
  try {
    const all = await import('./' + file);
    const f = all[name] ?? all.default?.[name] ?? all.default;
    const [one, two] = [await once(f, args), await once(f, args)];
    if (typeof f === 'function' && one === two) answer = one;
  } catch {}
  writeSync(1, '\\n${ANSWER}' + JSON.stringify([at, answer]) + '\\n');
}
process.exit(0);
`;
}

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


def once(function, args):
    try:
        return repr(function(*copy.deepcopy(args)))[:300]
    except Exception as error:
        return ("throws " + repr(error))[:300]


for at, (file, name, args) in enumerate(CALLS):
    answer = None
    try:
        function = getattr(load(file), name)
        one, two = once(function, args), once(function, args)
        answer = one if one == two else None
    except Exception:
        pass
    os.write(1, ("\\n${ANSWER}" + json.dumps([at, answer]) + "\\n").encode())
`;
}
