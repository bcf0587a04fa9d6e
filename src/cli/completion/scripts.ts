import type { CommandRow } from './table-of.ts';

type Table = readonly CommandRow[];

export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** A script for the shell to read. It knows everything by itself: completing starts no program. */
export function completionScript(shell: Shell, table: Table): string {
  switch (shell) {
    case 'bash':
      return bash(table);
    case 'zsh':
      return `#compdef gauntlet\nautoload -U +X bashcompinit && bashcompinit\n${bash(table)}`;
    case 'fish':
      return fish(table);
  }
}

function bash(table: Table): string {
  const all = withVerbs(table);
  const groups = table.flatMap(({ name, verbs }) => {
    const names = verbs.map((verb) => verb.name).join(' ');
    return names === '' ? [] : [`    ${name}) verbs="${names}" ;;`];
  });
  const flags = all.map(
    ({ name, flags: own }) => `    ${name}) words="${own.map(({ flag }) => flag).join(' ')}" ;;`,
  );
  const choices = all.flatMap(({ name, flags: own }) =>
    own.flatMap(({ flag, choices: some }) =>
      some.length === 0 ? [] : [`    "${name} ${flag}") choices="${some.join(' ')}" ;;`],
    ),
  );
  return `# gauntlet completion bash: put it where your shell reads completions, or: source <(gauntlet completion bash)
_gauntlet() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words="" choices="" verbs=""
  local name="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${table.map(({ name }) => name).join(' ')} help" -- "$current"))
    return
  fi
  case "$name" in
${groups.join('\n')}
  esac
  if [ -n "$verbs" ] && [ "$COMP_CWORD" -eq 2 ]; then
    COMPREPLY=($(compgen -W "$verbs" -- "$current"))
    return
  fi
  if [ -n "$verbs" ]; then name="\${COMP_WORDS[2]}"; fi
  case "$name" in
${flags.join('\n')}
    help) words="${table.map(({ name }) => name).join(' ')}" ;;
  esac
  case "$name $before" in
${choices.join('\n')}
  esac
  if [ -n "$choices" ]; then
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
  elif [ "\${current#-}" != "$current" ] || [ "$name" = help ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _gauntlet gauntlet
`;
}

/** Every command and verb: a verb alone is an alias. */
function withVerbs(table: Table): Table {
  return table.flatMap((row) => [row, ...row.verbs]);
}

function fish(table: Table): string {
  const names = table.flatMap(({ name, summary, verbs }) => [
    `complete -c gauntlet -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...verbs.map(
      (verb) =>
        `complete -c gauntlet -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -a ${verb.name} -d ${quoted(verb.summary)}`,
    ),
  ]);
  const lines = withVerbs(table).flatMap(({ name, flags }) =>
    flags.map(({ flag, choices }) => {
      const some = choices.length === 0 ? '' : ` -x -a ${quoted(choices.join(' '))}`;
      return `complete -c gauntlet -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -l ${flag.slice(2)}${some}`;
    }),
  );
  return [
    '# gauntlet completion fish > ~/.config/fish/completions/gauntlet.fish',
    ...names,
    ...lines,
    '',
  ].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
