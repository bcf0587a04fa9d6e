import type { ProjectFacts } from '../../engine/facts.ts';
import { lineAt } from '../../engine/files/scanned-file.ts';
import { textsOf } from './uses.ts';
import type { Unmounted } from './unmounted-part.ts';

/** Ways to find endpoints that name none of them. */
const FINDS =
  /\.GetTypes\(\)|\.Scan\(|AppDomain\.CurrentDomain|IEndpointDefinition|MapEndpoints?\(\s*typeof|MapCarter\(/;
const EXTENSION =
  /\bstatic\s+(?:async\s+)?[\w<>.?[\]]+\s+(\w+)\s*(?:<\w+>)?\(\s*this\s+(?:WebApplication|IEndpointRouteBuilder|RouteGroupBuilder)\b/g;
const MAPS_CONTROLLERS =
  /\.(?:MapControllers|MapControllerRoute|MapDefaultControllerRoute|MapAreaControllerRoute|UseMvc\w*|UseEndpoints|MapBlazor\w*|UseOrchardCore|UseFastEndpoints)\b/;

/** Methods of ASP.NET that map routes and that nobody calls, and controllers of an application that maps none. */
export function unmapped(project: ProjectFacts): readonly Unmounted[] {
  const texts = textsOf(project, 'csharp');
  if ([...texts.values()].some((text) => FINDS.test(text))) return [];
  return [...uncalled(project, texts), ...unmappedControllers(project, texts)];
}

type Texts = ReadonlyMap<string, string>;

function uncalled(project: ProjectFacts, texts: Texts): readonly Unmounted[] {
  const found: Unmounted[] = [];
  const isServed = [...texts.values()].some((text) => text.includes('WebApplication.CreateBuilder'));
  if (!isServed) return [];
  for (const [file, text] of texts) {
    if (project.files.get(file)?.routes.length === 0) continue;
    for (const { 1: name = '', index, 0: all } of text.matchAll(EXTENSION)) {
      const call = new RegExp(String.raw`(?:\.|(?<![\w.] )\b)${name}\s*(?:<\w+>)?\((?!\s*this\b)`);
      if ([...texts.values()].some((each) => call.test(each))) continue;
      const line = lineAt(text, index + all.indexOf(name));
      found.push({ file, line, name, kind: 'endpoints' });
    }
  }
  return found;
}

function unmappedControllers(project: ProjectFacts, texts: Texts): readonly Unmounted[] {
  const entries = [...texts].filter(([, text]) => text.includes('WebApplication.CreateBuilder'));
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0) return [];
  if ([...texts.values()].some((text) => MAPS_CONTROLLERS.test(text))) return [];
  const hasControllers = [...texts].some(
    ([path, text]) => /\[ApiController\]/.test(text) && (project.files.get(path)?.routes.length ?? 0) > 0,
  );
  const [file, text] = entry;
  if (!hasControllers || !/\.AddControllers\w*\(/.test(text)) return [];
  return [
    { file, line: lineAt(text, text.indexOf('AddControllers')), name: 'AddControllers', kind: 'controllers' },
  ];
}
