// From a step in our words to a call in the agent's: one scenario drives every agent.
import { isObject, type JsonObject, type Offered, type Reply, textIn } from './exchange.ts';
import { quoted, type ToolStep } from './step.ts';

type Tool = ToolStep['tool'];

/** Names agents give their tools, the best first, without case and punctuation. */
const names: Readonly<Record<Tool, readonly string[]>> = {
  read: ['read', 'readfile', 'view', 'viewfile', 'readtextfile', 'readfiles', 'readmanyfiles', 'fsread'],
  glob: ['glob', 'globfiles', 'find', 'findfiles', 'listfiles', 'ls', 'listdirectory'],
  grep: ['grep', 'searchfilecontent', 'grepsearch', 'ripgrep', 'searchfiles', 'search', 'searchcodebase'],
  /** Of the server in test/fixtures/doc-server.mjs. */
  documentation: ['lookupdocs', 'mcpdocslookupdocs'],
  edit: ['edit', 'replace', 'editfile', 'strreplace', 'searchreplace', 'replaceinfile', 'editor'],
  write: ['write', 'writefile', 'create', 'createfile', 'writetofile', 'writetextfile', 'fswrite'],
  shell: [
    'bash',
    'shell',
    'run',
    'runshellcommand',
    'execcommand',
    'shellcommand',
    'executecommand',
    'runcommands',
    'runcommand',
    'terminal',
    'runterminalcommand',
  ],
};

/** Tools for structured answers; a server in between may put its own name first. */
const structured = ['submitverdict', 'structuredoutput'];

/** The real names of what an agent does not offer, known by one that it does. */
const families: readonly { readonly by: string; readonly names: Readonly<Partial<Record<Tool, string>>> }[] =
  [
    { by: 'Read', names: { edit: 'Edit', write: 'Write', shell: 'Bash', glob: 'Glob', grep: 'Grep' } },
    { by: 'read_file', names: { edit: 'replace', write: 'write_file', shell: 'run_shell_command' } },
    { by: 'view', names: { edit: 'edit', write: 'create', shell: 'bash' } },
    {
      by: 'list_mcp_resources',
      names: { edit: 'apply_patch', write: 'apply_patch', shell: 'exec_command' },
    },
    { by: 'submit_verdict', names: { edit: 'edit', write: 'write', shell: 'run' } },
  ];

/** A call of the tool that fits; by way of a shell if only that is offered, else of one the agent keeps from the model. */
export function callFor(step: ToolStep, offered: readonly Offered[], folder: string | undefined): Reply {
  const tool = best(names[step.tool], offered);
  if (tool !== undefined) return called(tool, valuesOf(step), folder);
  const shell = best(names.shell, offered);
  if (shell !== undefined) return called(shell, { command: inShell(step) }, folder);
  const family = families.find(({ by }) => offered.some(({ name }) => name === by));
  const name = family?.names[step.tool] ?? (step.tool === 'shell' ? 'bash' : step.tool);
  return { kind: 'call', name, args: canonical(step) };
}

/** The tool that takes a structured answer. */
export function structuredTool(offered: readonly Offered[]): Offered | undefined {
  return offered.find(({ name }) => structured.some((word) => plain(name).endsWith(word)));
}

function best(ranked: readonly string[], offered: readonly Offered[]): Offered | undefined {
  const found = ranked.map((name) => offered.find((tool) => plain(tool.name) === name));
  return found.find((tool) => tool !== undefined);
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

type Values = Readonly<Partial<Record<keyof typeof properties, string>>>;

/** Names of arguments, without case and punctuation. */
const properties = {
  path: [
    'filepath',
    'path',
    'absolutepath',
    'file',
    'filename',
    'targetfile',
    'relativepath',
    'paths',
    'files',
    'filepaths',
  ],
  from: ['oldstring', 'oldstr', 'oldtext', 'old', 'search', 'find', 'from'],
  to: ['newstring', 'newstr', 'newtext', 'new', 'replace', 'replacement', 'to'],
  text: ['content', 'contents', 'filetext', 'text', 'filecontent'],
  command: ['command', 'cmd', 'commandline', 'script', 'commands'],
  pattern: ['pattern', 'query', 'regex', 'glob', 'globpattern', 'searchpattern'],
} as const;

function valuesOf(step: ToolStep): Values {
  const { tool: _, ...values } = step;
  return values;
}

function called(tool: Offered, values: Values, folder: string | undefined): Reply {
  const args = filled(tool.schema, values, folder);
  return { kind: 'call', name: tool.name, args: Object.keys(args).length > 0 ? args : { ...values } };
}

function filled(schema: JsonObject, values: Values, folder: string | undefined): JsonObject {
  const known = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const entries = Object.entries(known).flatMap(([name, given]): readonly (readonly [string, unknown])[] => {
    const property = isObject(given) ? given : {};
    const value = valueFor(name, property, values, folder);
    if (value !== undefined) return [[name, value]];
    return required.includes(name) ? [[name, filler(property, values, folder)]] : [];
  });
  return Object.fromEntries(entries);
}

function valueFor(name: string, property: JsonObject, values: Values, folder: string | undefined): unknown {
  const kinds = Object.keys(properties) as readonly (keyof typeof properties)[];
  const kind = kinds.find((each) => (properties[each] as readonly string[]).includes(plain(name)));
  const value = kind === undefined ? undefined : values[kind];
  if (kind === undefined || value === undefined) return undefined;
  const said = `${name} ${textIn(property['description'])}`.toLowerCase();
  const isAbsolute = kind === 'path' && said.includes('absolute') && folder !== undefined;
  const text = isAbsolute && !value.startsWith('/') ? `${folder}/${value}` : value;
  if (property['type'] !== 'array') return text;
  const items = isObject(property['items']) ? property['items'] : {};
  if (isObject(items['properties'])) return [filled(items, values, folder)];
  return plain(name) === 'command' ? ['bash', '-lc', text] : [text];
}

/** Something that fits, for what a tool demands and the step does not speak of. */
function filler(property: JsonObject, values: Values, folder: string | undefined): unknown {
  const [first] = Array.isArray(property['enum']) ? property['enum'] : [];
  if (first !== undefined) return first;
  switch (property['type']) {
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return 1;
    case 'array':
      return isObject(property['items']) && isObject(property['items']['properties'])
        ? [filled(property['items'], values, folder)]
        : [];
    case 'object':
      return filled(property, values, folder);
    default:
      return 'as asked';
  }
}

/** Arguments for a tool whose schema nobody has shown. */
function canonical(step: ToolStep): JsonObject {
  switch (step.tool) {
    case 'read':
      return { file_path: step.path, path: step.path };
    case 'glob':
    case 'grep':
    case 'documentation':
      return { pattern: step.pattern };
    case 'edit':
      return {
        file_path: step.path,
        path: step.path,
        old_string: step.from,
        new_string: step.to,
        from: step.from,
        to: step.to,
      };
    case 'write':
      return { file_path: step.path, path: step.path, content: step.text, text: step.text };
    case 'shell':
      return { command: step.command, cmd: step.command, description: 'as asked' };
  }
}

const REPLACE = `const fs=require('fs');const [f,a,b]=process.argv.slice(1);const t=fs.readFileSync(f,'utf8');if(!t.includes(a))process.exit(1);fs.writeFileSync(f,t.replaceAll(a,()=>b));`;

function inShell(step: ToolStep): string {
  switch (step.tool) {
    case 'read':
      return `cat ${quoted(step.path)}`;
    case 'glob':
      return `find . -path ${quoted(`./${step.pattern}`)}`;
    case 'grep':
    case 'documentation':
      return `grep -rn -e ${quoted(step.pattern)} .`;
    case 'edit':
      return `node -e ${quoted(REPLACE)} ${quoted(step.path)} ${quoted(step.from)} ${quoted(step.to)}`;
    case 'write':
      return `mkdir -p "$(dirname ${quoted(step.path)})" && printf %s ${quoted(step.text)} > ${quoted(step.path)}`;
    case 'shell':
      return step.command;
  }
}
