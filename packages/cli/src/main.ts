#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { type UploadOptions, uploadCommand } from './assets/upload-command.ts';
import { completionScript } from './completion/scripts.ts';
import { howToStart } from './connection.ts';
import { type DeploymentsOptions, deploymentsCommand } from './deployments/command.ts';
import { type DevOptions, devCommand } from './dev/command.ts';
import { type DiffOptions, diffCommand } from './diff/command.ts';
import { type DoctorOptions, doctorCommand } from './doctor/command.ts';
import { ApiFailure, reasonOf, UserError } from './errors.ts';
import { type ExportOptions, exportCommand } from './export/command.ts';
import { fillCommand } from './fill/command.ts';
import { type ImportOptions, importCommand } from './import/command.ts';
import { type InitOptions, initCommand } from './init/command.ts';
import { type LoginOptions, loginCommand } from './login/command.ts';
import { logoutCommand } from './logout/command.ts';
import { type OpenOptions, openCommand } from './open/command.ts';
import type { SignInOptions } from './person/sign-in.ts';
import { type CreateProjectOptions, createProjectCommand, listProjectsCommand } from './projects/commands.ts';
import { type PublishOptions, publishCommand } from './publish/command.ts';
import { type PullOptions, pullCommand } from './pull/command.ts';
import { type PullContentOptions, pullContent } from './pull-content/command.ts';
import { type PushOptions, pushCommand } from './push/command.ts';
import type { SharedOptions } from './session.ts';
import {
  createTokenCommand,
  listTokensCommand,
  revokeTokenCommand,
  rotateTokenCommand,
  type TokenOptions,
} from './tokens/commands.ts';
import { tokensMeCommand } from './tokens/me-command.ts';
import { TYPES_FILE, type TypesOptions, typesCommand } from './types/command.ts';
import { VERSION } from './version.ts';

/** What a shell says of a program that a closed pipe ended. */
const BROKEN_PIPE = 128 + 13;

const { env } = process;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever read the output, such as `head`, has read enough.
  if (error.code === 'EPIPE') process.exit(BROKEN_PIPE);
  throw error;
});
const program = new Command('stele')
  .description('Work with a Stele project from the command line.')
  .version(VERSION)
  .showHelpAfterError('Add --help to see what there is.')
  .exitOverride();

const list = (value: string, before: string[] = []): string[] => [...before, value];
const named = (value: string): string => {
  if (value !== '') return value;
  throw new InvalidArgumentError('It has to be the name of a file.');
};
const config = [
  '--config <file>',
  'the config (stele.config.ts, .mts, .js, .mjs or .json of this folder)',
  named,
] as const;
const keepOthers = ['--keep-others', "leave the project's collections alone that the config doesn't name"] as const;
const exclude = [
  '--exclude <glob>',
  'Markdown files to leave out: "*.mdx", "2019/**"; repeat for several',
  list,
] as const;
const rename = [
  '--rename <old:new>',
  'a field (posts.old:new) or collection (old:new) that got another key',
  list,
] as const;

/** A command that talks to the API. */
function connected(name: string, description: string, parent = program): Command {
  return local(name, description, parent)
    .option('--url <url>', 'address of the API (or STELE_URL)')
    .option('--token <token>', 'admin token (or STELE_TOKEN, which other users of the machine cannot see)')
    .option('--instance <file>', 'instance.json of a local instance, for address and token')
    .option('--project <project>', 'id or short name of the project: stops if the token is of another');
}

/** A command for people, who sign in with `stele login`. */
function personal(name: string, description: string, parent = program): Command {
  return local(name, description, parent)
    .option('--url <url>', 'address of the API (or STELE_URL)')
    .option('--instance <file>', 'instance.json of a local instance, for address and login')
    .option('--project <project>', 'id or short name of the project; not needed when there is only one');
}

/** Examples at the end of a command's help. */
function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ stele ${line}`).join('\n')}`;
}

/** A command that works by itself. */
function local(name: string, description: string, parent = program): Command {
  return parent.command(name).description(description).option('--json', 'print one JSON document, and nothing else');
}

/** Makes what a command answers the exit code. */
async function end(code: Promise<number>): Promise<void> {
  process.exitCode = await code;
}

local('init', 'Write a first stele.config.ts into this folder, and show what the site needs to read content.')
  .option('--yes', "write what the site's own files need, too, without asking")
  .option('--from <folder>', 'a folder of Markdown files: the config gets a collection that their front matter fits')
  .option('--as <key>', "with --from: the key of that collection; the folder's name unless given")
  .option(...exclude)
  .option('-l, --locale <locale>', "the language of the pages; the project's default where it is known, or else en")
  .option(
    '--project <project>',
    'id or short name of the project that the site is for; not needed when there is only one',
  )
  .option('--force', 'overwrite the config that is there')
  .addHelpText('after', examples('init', 'init --from src/content/blog --as posts'))
  .action((options: InitOptions) => end(initCommand(options, env)));

program
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
  .action((command: string[], options: DevOptions) => end(devCommand(command, options, env)));

local('login', 'Sign in through the browser, or store an admin token, for later commands.')
  .option('--url <url>', 'address of the API (or STELE_URL); asked for otherwise')
  .option('--token <token>', 'store this admin token (or STELE_TOKEN) instead of signing in')
  .option('--no-browser', "show the code and the address, and don't open the browser")
  .addHelpText(
    'after',
    examples('login --url https://api.example.org', 'login --no-browser', 'login --token "$ADMIN_TOKEN"'),
  )
  .action((options: LoginOptions) => end(loginCommand(options, env)));

local('logout', 'Forget the login.')
  .addHelpText('after', examples('logout'))
  .action((options: { json?: boolean }) => end(logoutCommand(options, env)));

connected('diff', 'Show what a push would change. Exits with 1 if there are changes.')
  .option(...config)
  .option(...keepOthers)
  .option(...rename)
  .addHelpText('after', examples('diff'))
  .action((options: DiffOptions) => end(diffCommand(options, env)));

connected('push', "Make the config the project's schema.")
  .option(...config)
  .option(...keepOthers)
  .option(...rename)
  .option('--migrate <file>', 'JSON list of migrations: [{"kind": "convert", "path": ["posts", "rating"]}]')
  .option('--yes', 'push what loses no content, without asking')
  .option('--allow-destructive', 'with --yes: push what loses content too')
  .option('--allow-invalid', 'with --yes: push even if live entries must be edited before they can be published again')
  .option('--plan <file>', 'write what would be pushed into this file, and push nothing')
  .option('--comment <file>', 'with --plan: write it as Markdown too, for a pull request; - for standard output')
  .option('--apply <file>', 'push exactly what this plan says, or nothing')
  .addHelpText(
    'after',
    examples('push', 'push --yes', 'push --plan plan.json --comment plan.md', 'push --apply plan.json'),
  )
  .action((options: PushOptions) => end(pushCommand(options, env)));

connected(
  'fill',
  "Copy a field's values into an empty field beside it, and publish live entries without unpublished changes.",
)
  .argument('<fields>', 'collection.old:new, such as posts.headline:title')
  .addHelpText('after', examples('fill posts.headline:title'))
  .action((fields: string, options: SharedOptions) => end(fillCommand(fields, options, env)));

connected('pull', "Write stele.config.ts from the project's schema.")
  .option(...config)
  .option('--force', 'overwrite a config that differs')
  .option('--content', 'bring the live content into the local instance instead, with pictures and files')
  .option('--from <file>', 'with --content: file with the STELE_* variables of the source project (.env.production)')
  .option('--into <instance>', 'with --content: instance.json of another instance, or "connected" with --project')
  .option('--overwrite-edits', 'with --content: also update entries that were changed since they were pulled')
  .addHelpText('after', examples('pull --force', 'pull --content --from .env.production'))
  .action((options: PullOptions & PullContentOptions & { readonly content?: boolean }) =>
    end(options.content ? pullContent(options, env) : pullCommand(options, env)),
  );

connected('types', "Write the TypeScript types of published content from the project's schema.")
  .option('--out <file>', 'where to', TYPES_FILE)
  .option('--check', 'only check whether the file is up to date; exits with 1 if not')
  .addHelpText('after', examples('types --check'))
  .action((options: TypesOptions) => end(typesCommand(options, env)));

connected('export', 'Write all entries to a file of JSON lines, which "stele import" reads.')
  .argument('<file>', 'where to; gzipped if it ends with .gz; - for standard output')
  .option('-c, --collection <key>', 'only the entries of this collection')
  .option('--assets <folder>', 'write all assets too, with their originals, into this folder')
  .addHelpText('after', examples('export content.jsonl.gz --assets assets'))
  .action((file: string, options: ExportOptions) => end(exportCommand(file, options, env)));

connected('import', 'Create and update entries from JSON lines (also .gz) or a folder of Markdown, and publish them.')
  .argument(
    '<file>',
    'a folder, or what "stele export" writes, or lines like {"external_id": "…", "values": {"en": {…}}}',
  )
  .option('-c, --collection <key>', 'collection of lines that name none; lines of other collections are skipped')
  .option('--no-publish', 'create drafts only')
  .option('--assets <folder>', 'upload the assets that "stele export --assets" wrote, if the project lacks them')
  .option('--add-locales', 'add locales that the project lacks')
  .option(
    '--existing <mode>',
    'what to do with existing entries: update (where the file differs), skip or fail',
    'update',
  )
  .option('--as <key>', 'of a folder: the collection that its Markdown files go into')
  .option(...exclude)
  .option('--locale <locale>', "of a folder: the language of its files; the project's default unless given")
  .option('--id <field>', 'of a folder: the front matter that identifies an entry; the path of the file unless given')
  .option(
    '--body <field>',
    'of a folder: the field for the text; body, content, or the only Markdown field unless given',
  )
  .option('--overwrite-edits', 'also update entries that others changed since they were imported')
  .option('--dry-run', 'have the server check every line, write nothing, and say what would be done')
  .option('--report <file>', 'write the result as JSON into this file')
  .addHelpText('after', examples('import content.jsonl.gz --dry-run'))
  .action((file: string, options: ImportOptions) => end(importCommand(file, options, env)));

connected('publish', 'Publish the saved values of entries; with --wait, wait until the website shows them.')
  .argument('<entry...>', 'ids of entries: ent_…')
  .option('-l, --locale <locale>', 'only this locale; repeat for several. Default: all locales of the entry', list)
  .option('--wait <fact>', 'wait until it is triggered, built, or live (seen on the website)')
  .option('--timeout <seconds>', 'how long to wait', '900')
  .addHelpText('after', examples('publish ent_01kah502f4y7d9b6n8c3s5xzge --wait live'))
  .action((entries: string[], options: PublishOptions) => end(publishCommand(entries, options, env)));

personal('deployments', 'Show the deployments of each target, and how far they have come.')
  .option(
    '--email <email>',
    'sign in as this person for one run (or STELE_EMAIL), with STELE_PASSWORD; default: the login of "stele login"',
  )
  .option('--limit <count>', 'how many', '20')
  .option('--watch', 'keep running, and show each change')
  .addHelpText('after', examples('deployments --watch'))
  .action((options: DeploymentsOptions) => end(deploymentsCommand(options, env)));

const assets = program.command('assets').description('Work with assets.');
connected('upload', 'Upload the files of a folder; skip those that are already there.', assets)
  .argument('<folder>', 'a folder to upload with its subfolders, which become folders of assets; or one file')
  .option('--folder <path>', 'folder of assets that they go into: Press/2026')
  .option('--concurrency <count>', 'how many at a time', '4')
  .addHelpText('after', examples('assets upload pictures --folder Press/2026'))
  .action((folder: string, options: UploadOptions) => end(uploadCommand(folder, options, env)));

const tokens = program.command('tokens').description('List, create, rotate and revoke tokens.');
connected('me', 'Show name, scope and project of the token in use.', tokens)
  .addHelpText('after', examples('tokens me'))
  .action((options: SharedOptions) => end(tokensMeCommand(options, env)));

personal('list', "List the project's tokens.", tokens)
  .addHelpText('after', examples('tokens list', 'tokens list --project my-site --json'))
  .action((options: SignInOptions) => end(listTokensCommand(options, env)));
personal('create', 'Create a token, and show its secret once.', tokens)
  .argument('<name>', 'what the token is for')
  .option('--scope <scope>', 'read (what is published), draft, or admin', 'read')
  .option('--expires <time>', 'when it expires: 2027-01-31T00:00:00Z. Default: never')
  .option('--env', "print the lines of a site's .env")
  .addHelpText('after', examples('tokens create "Site" --env >> .env', 'tokens create "CI" --scope admin'))
  .action((name: string, options: TokenOptions) => end(createTokenCommand(name, options, env)));
personal('rotate', 'Give a token a new secret, and show it once. The old one stops working.', tokens)
  .argument('<token>', 'id of the token: tok_…')
  .option('--env', "print the lines of a site's .env")
  .addHelpText('after', examples('tokens rotate tok_01kah502f4y7d9b6n8c3s5xzge --env'))
  .action((token: string, options: TokenOptions) => end(rotateTokenCommand(token, options, env)));
personal('revoke', 'Revoke a token.', tokens)
  .argument('<token>', 'id of the token: tok_…')
  .addHelpText('after', examples('tokens revoke tok_01kah502f4y7d9b6n8c3s5xzge'))
  .action((token: string, options: SignInOptions) => end(revokeTokenCommand(token, options, env)));

const projects = program.command('projects').description('Work with your projects.');
personal('list', 'List your projects with their ids.', projects)
  .addHelpText('after', examples('projects list', 'projects list --json'))
  .action((options: SignInOptions) => end(listProjectsCommand(options, env)));
personal('create', 'Create a project.', projects)
  .argument('<name>', 'its name')
  .option('--slug <slug>', 'its short name; made from the name unless given')
  .option('-l, --locale <locale>', 'a language; repeat for several, the default language first. Default: en', list)
  .addHelpText('after', examples('projects create "My site"', 'projects create "My site" -l de -l en'))
  .action((name: string, options: CreateProjectOptions) => end(createProjectCommand(name, options, env)));

personal('open', 'Open the admin in the browser, and print its address.')
  .argument('[what]', 'an entry: ent_…; or site, media, schema, tokens, settings')
  .option('--no-browser', 'only print the address')
  .addHelpText('after', examples('open', 'open tokens', 'open ent_01kah502f4y7d9b6n8c3s5xzge'))
  .action((what: string | undefined, options: OpenOptions) => end(openCommand(what, options, env)));

connected('doctor', 'Check config, token and API for problems.')
  .option(...config)
  .addHelpText('after', examples('doctor'))
  .action((options: DoctorOptions) => end(doctorCommand(options, env)));

program
  .command('completion')
  .description('Print the completion of this command for a shell.')
  .argument('<shell>', 'bash, zsh or fish')
  .addHelpText('after', '\nExamples:\n  $ eval "$(stele completion bash)"\n  $ stele completion fish | source')
  .action((shell: string) => {
    process.stdout.write(completionScript(program, shell));
  });

program.parseAsync().catch(async (error: unknown) => {
  // Commander has said what is wrong, or shown the help that was asked for.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return;
  }
  process.exitCode = 2;
  const message = (await howToStart(error, env)) ?? reasonOf(error);
  process.stderr.write(`${message}\n`);
  if (!(error instanceof UserError) && env.DEBUG) process.stderr.write(`${(error as Error).stack}\n`);
  if (process.argv.includes('--json')) {
    const code = error instanceof ApiFailure ? error.code : null;
    const details = error instanceof ApiFailure || error instanceof UserError ? (error.details ?? null) : null;
    process.stdout.write(`${JSON.stringify({ error: { code, message, details } })}\n`);
  }
});
