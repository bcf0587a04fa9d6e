import type { ProjectFacts } from '../../engine/facts.ts';
import type { Unprovided } from './unprovided.ts';

/** Ways to register services that name none of them. */
const SCANS =
  /\.Scan\(|RegisterAssembly|AsImplementedInterfaces|GetExecutingAssembly\(\)\.GetTypes|\.GetTypes\(\)|AutoAddServices|AddAutoRegister|\[(?:Injectable|RegisterService|Scoped|Singleton|Transient|ServiceLifetime)\b|ContainerBuilder|IWindsorContainer|DryIoc|Ninject|StructureMap|Lamar|UnityContainer/;
/** Where an application of ASP.NET is put together: what is registered nowhere then is not registered. */
const ROOT = /\bWebApplication\.Create(?:Slim)?Builder\(|\bvoid ConfigureServices\(/;
const REGISTERS = /\b(?:Try)?Add(?:Keyed)?(?:Scoped|Transient|Singleton)\b/;

/** Types of the project that a controller or service asks for and that no line of registration names. */
export function unregistered(project: ProjectFacts): readonly Unprovided[] {
  const all = [...project.files].flatMap(([file, { services }]) => services.map((fact) => ({ file, fact })));
  const interfaces = new Set(all.filter(({ fact }) => fact.isInterface).map(({ fact }) => fact.name));
  if (!all.some(({ fact }) => fact.needs.length > 0)) return [];
  const texts = [...project.files]
    .filter(([path, { isTest }]) => path.endsWith('.cs') && !isTest)
    .map(([path]) => project.text(path) ?? '');
  if (texts.some((text) => SCANS.test(text))) return [];
  const registered = texts.filter((text) => REGISTERS.test(text)).join('\n');
  // Some other interface of the project is registered by its name, or all is registered in sight: else it is done in another way.
  const isRooted = texts.some((text) => ROOT.test(text));
  if (!isRooted && ![...interfaces].some((name) => names(registered, name))) return [];
  const asked = all
    .filter(({ fact }) => fact.isMade === true || isMadeHere(registered, fact.name))
    .flatMap(({ file, fact }) => fact.needs.map((need) => ({ file, ...need })));
  const isOwn = (type: string): boolean => interfaces.has(type) || (isRooted && isClass(texts, type));
  return asked.filter(({ type }) => isOwn(type) && !isNamedAnywhere(texts, type));
}

/** `AddScoped<IOrders, Orders>()`: the container makes it, and must know what its constructor asks for. */
function isMadeHere(text: string, name: string): boolean {
  return new RegExp(`Add(?:Scoped|Transient|Singleton)<(?:\\w+\\s*,\\s*)?${name}>\\(\\s*\\)`).test(text);
}

/** A class of the project that can be made; what derives from another may be known under that name. */
function isClass(texts: readonly string[], type: string): boolean {
  const declared = new RegExp(`\\bclass\\s+${type}\\s*(?:\\([^)]*\\)\\s*)?[{;]`);
  return texts.some(
    (text) => text.includes(type) && declared.test(text) && !text.includes(`abstract class ${type}`),
  );
}

function names(text: string, type: string): boolean {
  return new RegExp(`(?:<[^<>;(){}]*|typeof\\()\\b${type}\\b`).test(text);
}

/** Whether a type is named between the brackets of a call, or made by hand. */
function isNamedAnywhere(texts: readonly string[], type: string): boolean {
  const word = new RegExp(
    `\\.\\w+\\s*<[^;(){}]*\\b${type}\\b|typeof\\(\\s*(?:\\w+\\.)*${type}\\s*\\)|(?:=>|\\.\\w+\\()\\s*new\\s+${type.replace(/^I(?=[A-Z])/, '')}\\b`,
  );
  return texts.some((text) => text.includes(type) && word.test(text));
}
