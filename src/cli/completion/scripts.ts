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
  const flags = table.map(
    ({ name, flags: own }) => `    ${name}) words="${own.map(({ flag }) => flag).join(' ')}" ;;`,
  );
  const choices = table.flatMap(({ name, flags: own }) =>
    own.flatMap(({ flag, choices: some }) =>
      some.length === 0 ? [] : [`    "${name} ${flag}") choices="${some.join(' ')}" ;;`],
    ),
  );
  return `# gauntlet completion bash: put it where your shell reads completions, or: source <(gauntlet completion bash)
_gauntlet() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words="" choices=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${table.map(({ name }) => name).join(' ')} help" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${flags.join('\n')}
    help) words="${table.map(({ name }) => name).join(' ')}" ;;
  esac
  case "\${COMP_WORDS[1]} $before" in
${choices.join('\n')}
  esac
  if [ -n "$choices" ]; then
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
  elif [ "\${current#-}" != "$current" ] || [ "\${COMP_WORDS[1]}" = help ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _gauntlet gauntlet
`;
}

function fish(table: Table): string {
  const lines = table.flatMap(({ name, summary, flags }) => [
    `complete -c gauntlet -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...flags.map(({ flag, choices }) => {
      const some = choices.length === 0 ? '' : ` -x -a ${quoted(choices.join(' '))}`;
      return `complete -c gauntlet -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -l ${flag.slice(2)}${some}`;
    }),
  ]);
  return ['# gauntlet completion fish > ~/.config/fish/completions/gauntlet.fish', ...lines, ''].join('\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
