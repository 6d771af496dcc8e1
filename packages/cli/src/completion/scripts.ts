import type { Command } from 'commander';
import { UserError } from '../errors.ts';

/** Makes zsh accept completions for bash. Its own system has to be loaded first, which the user's settings may not have done. */
const ZSH = `(( $+functions[compdef] )) || { autoload -U compinit && compinit -i }
autoload -U +X bashcompinit && bashcompinit
`;

/**
 * A shell's completion, made from the commands as they are: names of commands and options; files elsewhere.
 *
 * @throws UserError for a shell other than bash, zsh and fish
 */
export function completionScript(program: Command, shell: string): string {
  const places = completionsOf(program);
  if (shell === 'fish') return fish(places);
  if (shell === 'bash') return bash(places);
  if (shell === 'zsh') return `${ZSH}${bash(places)}`;
  throw new UserError(`Completion is there for bash, zsh and fish, not for "${shell}".`);
}

/** The words that may follow a command, by its words: `tokens create`. */
type Completions = ReadonlyMap<string, readonly string[]>;

function completionsOf(command: Command, path = ''): Map<string, readonly string[]> {
  const commands = command.commands.map((one) => one.name());
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const places = new Map<string, readonly string[]>([[path, [...commands, ...options, '--help']]]);
  for (const one of command.commands) {
    for (const [at, words] of completionsOf(one, `${path} ${one.name()}`.trim())) places.set(at, words);
  }
  return places;
}

function bash(places: Completions): string {
  const cases = [...places].map(([at, words]) => `    "${at}") words="${words.join(' ')}" ;;`);
  return `_stele() {
  local at="" word words i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case " ${[...places.keys()]
      .filter((at) => at !== '')
      .map((at) => at.replace(' ', '.'))
      .join(' ')} " in
      *" \${at:+$at.}$word "*) at="\${at:+$at.}$word" ;;
    esac
  done
  case "\${at/./ }" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _stele stele
`;
}

function fish(places: Completions): string {
  const lines = [...places].flatMap(([at, words]) => {
    const within = [...places.keys()].filter((other) => other.split(' ').length === 1 && other !== '').join(' ');
    const seen = at
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    const when = at === '' ? `not __fish_seen_subcommand_from ${within}` : seen;
    return words.map((word) =>
      word.startsWith('--')
        ? `complete -c stele -n '${when}' -l ${word.slice(2)}`
        : `complete -c stele -n '${when}' -a ${word}`,
    );
  });
  return `${lines.join('\n')}\n`;
}
