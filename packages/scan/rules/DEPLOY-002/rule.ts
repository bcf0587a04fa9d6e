import { deploymentOf } from '../../concepts/runtime/deployment.ts';
import { givenNames } from '../../concepts/runtime/given-settings.ts';
import type { ProjectCheck } from '../../engine/rule.ts';

/** Given by the platform, the shell or the tools. */
const GIVEN =
  /^(?:NODE_ENV|PATH|HOME|USER|SHELL|TERM|PWD|HOSTNAME|LANG|LC_\w+|TMPDIR|TEMP|TMP|CI|DEBUG|VERBOSE|LOG_LEVEL|PORT|TZ|APPDATA|LOCALAPPDATA|USERPROFILE|npm_\w+|VERCEL\w*|AWS_\w+|K_\w+|RAILWAY_\w+|RENDER\w*|HEROKU_\w+|NEXT_RUNTIME|PUBLIC_URL|GITHUB_\w+|JEST_\w+|VITEST\w*|PYTEST\w*|DJANGO_SETTINGS_MODULE|ASPNETCORE_\w+|DOTNET_\w+|\w*_API_KEY)$/;

/** A variable of the environment that the program needs and that nobody gives it. */
export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const deployment = deploymentOf(project);
    if (deployment.built.length === 0) return;
    const files = [...project.files.values()].filter(
      ({ path, runtime }) =>
        runtime.length > 0 && !/(?:^|\/)\.[\w-]+\//.test(path) && deployment.servicesOf(path).length > 0,
    );
    const optional = new Set(
      files.flatMap(({ runtime }) =>
        runtime.flatMap((fact) => (fact.is === 'env' && fact.use === 'optional' ? [fact.name] : [])),
      ),
    );
    const given = givenNames(project);
    const said = new Set<string>();
    for (const { path, runtime } of files)
      for (const fact of runtime) {
        if (fact.is !== 'env' || fact.use === 'optional' || said.has(fact.name)) continue;
        if (GIVEN.test(fact.name) || given.has(fact.name) || optional.has(fact.name)) continue;
        if (fact.use === 'kept' && isAsked(project.text(path) ?? '', fact.line)) continue;
        said.add(fact.name);
        report.find(path, { line: fact.line }, `${fact.name} has no default here and is set nowhere`);
      }
  },
};

/** Whether a value that was kept under a name is asked for before it is used, or handed on to where it may be. */
function isAsked(text: string, at: number): boolean {
  const line = text.split('\n')[at - 1] ?? '';
  const name = /(?:const|let|var)\s+(\w+)/.exec(line)?.[1];
  if (name === undefined || /^\s*export\b/.test(line)) return true;
  const asked = new RegExp(
    `(?:!|\\bif\\s*\\(|typeof\\s+)\\s*${name}\\b|\\b${name}\\s*(?:\\?|&&|\\|\\||===|!==|==)`,
  );
  const isThrown = new RegExp(`if\\s*\\(\\s*!\\s*${name}\\b[^{;]*\\)\\s*\\{?\\s*throw\\b`).test(text);
  return !isThrown && asked.test(text);
}
