import { type DevOptions, devCommand } from '../dev/command.ts';
import { type InitOptions, initCommand } from '../init/command.ts';
import { type LoginOptions, loginCommand } from '../login/command.ts';
import { logoutCommand } from '../logout/command.ts';
import { type CommandTable, examples, exclude } from './command-table.ts';

/** Commands that set a site up, run Stele beside it, and sign in and out. */
export function addStartCommands(table: CommandTable): void {
  const { io } = table;
  table
    .local('init', 'Write a first stele.config.ts into this folder, and show what the site needs to read content.')
    .option('--yes', "write what the site's own files need, too, without asking")
    .option('--from <folder>', 'a folder of Markdown files: the config gets a collection that their front matter fits')
    .option('--as <key>', "with --from: the key of that collection; the folder's name by default")
    .option(...exclude)
    .option('-l, --locale <locale>', "the language of the pages; the project's default where it is known, or else en")
    .option(
      '--project <project>',
      'id or short name of the project that the site is for; not needed when there is only one',
    )
    .option('--force', 'overwrite the config that is there')
    .addHelpText('after', examples('init', 'init --from src/content/blog --as posts'))
    .action((options: InitOptions) => table.end(initCommand(io, options)));

  table.program
    .command('dev')
    .description('Run Stele on this machine beside your site, and push the config as you save it.')
    .argument('[command...]', "the site's own command, behind --")
    .option(
      '--content <folder>',
      'content to begin with, imported once: what "stele export" wrote, or with --as Markdown files',
    )
    .option('--as <collection>', 'with --content: the collection that Markdown files go into')
    .option(...exclude)
    .option('--open', 'open the admin in the browser; by default a new instance is opened, on a terminal')
    .option('--no-open', 'open nothing')
    .addHelpText(
      'after',
      `
STELE_URL in .env says where: http://localhost:3100 means that port for the API, 3101 for the admin, 3102 for the content host.
It needs @stele/server: npm install --save-dev @stele/server

Examples:
  $ stele dev                    Stele alone
  $ stele dev -- astro dev       with the site
  $ stele dev --content src/content/blog --as posts -- astro dev`,
    )
    .action((command: string[], options: DevOptions) => table.end(devCommand(io, command, options)));

  table
    .local('login', 'Sign in through the browser, or store an admin token, for later commands.')
    .option('--url <url>', 'address of the API (or STELE_URL); asked for otherwise')
    .option('--token <token>', 'store this admin token (or STELE_TOKEN) instead of signing in')
    .option('--no-browser', "show the code and the address, and don't open the browser")
    .addHelpText(
      'after',
      examples('login --url https://api.example.org', 'login --no-browser', 'login --token "$ADMIN_TOKEN"'),
    )
    .action((options: LoginOptions) => table.end(loginCommand(io, options)));

  table
    .local('logout', 'Forget the login.')
    .addHelpText('after', examples('logout'))
    .action((options: { json?: boolean }) => table.end(logoutCommand(io, options)));
}
