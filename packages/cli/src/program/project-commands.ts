import { completionScript } from '../completion/scripts.ts';
import { type DoctorOptions, doctorCommand } from '../doctor/command.ts';
import { type OpenOptions, openCommand } from '../open/command.ts';
import type { SignInOptions } from '../person/sign-in.ts';
import { type CreateProjectOptions, createProjectCommand, listProjectsCommand } from '../projects/commands.ts';
import type { SharedOptions } from '../session.ts';
import {
  createTokenCommand,
  listTokensCommand,
  revokeTokenCommand,
  rotateTokenCommand,
  type TokenOptions,
} from '../tokens/commands.ts';
import { tokensMeCommand } from '../tokens/me-command.ts';
import { type CommandTable, config, examples, list } from './command-table.ts';

/** Commands about projects and tokens, and those that help with the others. */
export function addProjectCommands(table: CommandTable): void {
  const { io } = table;
  const tokens = table.program.command('tokens').description('List, create, rotate and revoke tokens.');
  table
    .connected('me', 'Show name, scope and project of the token in use.', tokens)
    .addHelpText('after', examples('tokens me'))
    .action((options: SharedOptions) => table.end(tokensMeCommand(io, options)));

  table
    .personal('list', "List the project's tokens.", tokens)
    .addHelpText('after', examples('tokens list', 'tokens list --project my-site --json'))
    .action((options: SignInOptions) => table.end(listTokensCommand(io, options)));
  table
    .personal('create', 'Create a token, and show its secret once.', tokens)
    .argument('<name>', 'what the token is for')
    .option('--scope <scope>', 'read_published, read_draft, or admin', 'read_published')
    .option('--expires <time>', 'when it expires: 2027-01-31T00:00:00Z. Default: never')
    .option('--env', "print the lines of a site's .env")
    .addHelpText('after', examples('tokens create "Site" --env >> .env', 'tokens create "CI" --scope admin'))
    .action((name: string, options: TokenOptions) => table.end(createTokenCommand(io, name, options)));
  table
    .personal('rotate', 'Give a token a new secret, and show it once. The old one stops working.', tokens)
    .argument('<token>', 'id of the token: tok_…')
    .option('--env', "print the lines of a site's .env")
    .addHelpText('after', examples('tokens rotate tok_01kah502f4y7d9b6n8c3s5xzge --env'))
    .action((token: string, options: TokenOptions) => table.end(rotateTokenCommand(io, token, options)));
  table
    .personal('revoke', 'Revoke a token.', tokens)
    .argument('<token>', 'id of the token: tok_…')
    .addHelpText('after', examples('tokens revoke tok_01kah502f4y7d9b6n8c3s5xzge'))
    .action((token: string, options: SignInOptions) => table.end(revokeTokenCommand(io, token, options)));

  const projects = table.program.command('projects').description('Work with your projects.');
  table
    .personal('list', 'List your projects with their ids.', projects)
    .addHelpText('after', examples('projects list', 'projects list --json'))
    .action((options: SignInOptions) => table.end(listProjectsCommand(io, options)));
  table
    .personal('create', 'Create a project.', projects)
    .argument('<name>', 'its name')
    .option('--slug <slug>', 'its short name; made from the name by default')
    .option('-l, --locale <locale>', 'a language; repeat for several, the default language first. Default: en', list)
    .addHelpText('after', examples('projects create "My site"', 'projects create "My site" -l de -l en'))
    .action((name: string, options: CreateProjectOptions) => table.end(createProjectCommand(io, name, options)));

  table
    .personal('open', 'Open the admin in the browser, and print its address.')
    .argument('[what]', 'an entry: ent_…; or site, media, schema, tokens, settings')
    .option('--no-browser', 'only print the address')
    .addHelpText('after', examples('open', 'open tokens', 'open ent_01kah502f4y7d9b6n8c3s5xzge'))
    .action((what: string | undefined, options: OpenOptions) => table.end(openCommand(io, what, options)));

  table
    .connected('doctor', 'Check config, token and API for problems.')
    .option(...config)
    .addHelpText('after', examples('doctor'))
    .action((options: DoctorOptions) => table.end(doctorCommand(io, options)));

  table.program
    .command('completion')
    .description('Print the completion of this command for a shell.')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText('after', '\nExamples:\n  $ eval "$(stele completion bash)"\n  $ stele completion fish | source')
    .action((shell: string) => {
      io.stdout.write(completionScript(table.program, shell));
    });
}
