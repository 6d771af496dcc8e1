#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { type UploadOptions, uploadCommand } from './assets/upload-command.ts';
import { type DeploymentsOptions, deploymentsCommand } from './deployments/command.ts';
import { type DevOptions, devCommand } from './dev/command.ts';
import { type DiffOptions, diffCommand } from './diff/command.ts';
import { type DoctorOptions, doctorCommand } from './doctor/command.ts';
import { ApiFailure, reasonOf, UserError } from './errors.ts';
import { type ExportOptions, exportCommand } from './export/command.ts';
import { type ImportOptions, importCommand } from './import/command.ts';
import { type InitOptions, initCommand } from './init/command.ts';
import { type LoginOptions, loginCommand } from './login/command.ts';
import { logoutCommand } from './logout/command.ts';
import { type PublishOptions, publishCommand } from './publish/command.ts';
import { type PullOptions, pullCommand } from './pull/command.ts';
import { type PushOptions, pushCommand } from './push/command.ts';
import type { SharedOptions } from './session.ts';
import { tokensMeCommand } from './tokens/me-command.ts';
import { type TypesOptions, typesCommand } from './types/command.ts';
import { VERSION } from './version.ts';

const { env } = process;
const program = new Command('stele')
  .description('Work with a Stele project from the command line.')
  .version(VERSION)
  .showHelpAfterError()
  .exitOverride();

const list = (value: string, before: string[] = []): string[] => [...before, value];
const config = ['--config <file>', 'the config (stele.config.ts, .mts, .js, .mjs or .json of this folder)'] as const;
const keepOthers = ['--keep-others', "leave the project's collections alone that the config doesn't name"] as const;
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

/** A command that works by itself. */
function local(name: string, description: string, parent = program): Command {
  return parent.command(name).description(description).option('--json', 'print one JSON document, and nothing else');
}

/** Makes what a command answers the exit code. */
async function end(code: Promise<number>): Promise<void> {
  process.exitCode = await code;
}

local('init', 'Write a first stele.config.ts into this folder.')
  .option('--force', 'write it anew if there is one')
  .action((options: InitOptions) => end(initCommand(options, env)));

program
  .command('dev')
  .description('Run Stele on this machine beside your site, and push the config as you save it.')
  .argument('[command...]', "the site's own command, behind --")
  .option('--content <folder>', 'content for a new instance: entries.jsonl and assets, as "stele export" writes them')
  .option('--open', 'open the admin in the browser')
  .addHelpText(
    'after',
    `
STELE_URL in .env says where: http://localhost:3100 means that port for the API, 3101 for the admin, 3102 for the content host.
It needs @stele/server: npm install --save-dev @stele/server

Examples:
  $ stele dev                    Stele alone
  $ stele dev -- astro dev       with the site`,
  )
  .action((command: string[], options: DevOptions) => end(devCommand(command, options, env)));

local('login', 'Keep the address of the API and an admin token for later commands.')
  .option('--url <url>', 'address of the API (or STELE_URL); asked for otherwise')
  .option('--token <token>', 'admin token (or STELE_TOKEN); asked for otherwise')
  .action((options: LoginOptions) => end(loginCommand(options, env)));

local('logout', 'Forget the login.').action((options: { json?: boolean }) => end(logoutCommand(options, env)));

connected('diff', 'Show what a push would change. Ends with 1 if anything.')
  .option(...config)
  .option(...keepOthers)
  .option(...rename)
  .action((options: DiffOptions) => end(diffCommand(options, env)));

connected('push', "Make the config the project's schema.")
  .option(...config)
  .option(...keepOthers)
  .option(...rename)
  .option('--migrate <file>', 'JSON list of migrations: [{"kind": "convert", "path": ["posts", "rating"]}]')
  .option('--yes', 'push what loses no content, without asking')
  .option('--allow-destructive', 'with --yes: push what loses content too')
  .action((options: PushOptions) => end(pushCommand(options, env)));

connected('pull', "Write stele.config.ts from the project's schema.")
  .option(...config)
  .option('--force', 'overwrite a config that says something else')
  .action((options: PullOptions) => end(pullCommand(options, env)));

connected('types', "Write the TypeScript types of published content from the project's schema.")
  .option('--out <file>', 'where to', 'stele-types.d.ts')
  .option('--check', 'only say whether the file is up to date; ends with 1 if not')
  .action((options: TypesOptions) => end(typesCommand(options, env)));

connected('export', 'Write all entries to a file of JSON lines, which "stele import" reads.')
  .argument('<file>', 'where to; gzipped if it ends with .gz; - for standard output')
  .option('-c, --collection <key>', 'only the entries of this collection')
  .option('--assets <folder>', 'write all assets too, with their originals, into this folder')
  .action((file: string, options: ExportOptions) => end(exportCommand(file, options, env)));

connected('import', 'Create and update entries from JSON lines (also .gz) or a folder of Markdown, and publish them.')
  .argument(
    '<file>',
    'a folder, or what "stele export" writes, or lines like {"external_id": "…", "values": {"en": {…}}}',
  )
  .option('-c, --collection <key>', 'collection of lines that name none; of others, only those of this collection')
  .option('--no-publish', 'create drafts only')
  .option('--assets <folder>', 'upload the assets that "stele export --assets" wrote, as far as the project lacks them')
  .option('--add-locales', 'add locales that the project lacks')
  .option(
    '--existing <mode>',
    'entries that are there: update them where the file differs, skip them, or fail',
    'update',
  )
  .option('--as <key>', 'of a folder: the collection that its Markdown files go into')
  .option('--locale <locale>', "of a folder: the language of its files; the project's default unless given")
  .option('--id <field>', 'of a folder: the front matter that identifies an entry; the path of the file unless given')
  .option(
    '--body <field>',
    'of a folder: the field for the text; body, content, or the only Markdown field unless given',
  )
  .option('--overwrite-edits', 'also update entries that others changed since they were imported')
  .option('--dry-run', 'have the server check every line, write nothing, and say what would be done')
  .option('--report <file>', 'write the result as JSON into this file')
  .action((file: string, options: ImportOptions) => end(importCommand(file, options, env)));

connected('publish', 'Publish what is saved of entries; with --wait, until the website shows it.')
  .argument('<entry...>', 'ids of entries: ent_…')
  .option('-l, --locale <locale>', 'only this locale; may be given again. All that an entry has unless given', list)
  .option('--wait <fact>', 'until it is triggered, built, or live: seen on the website')
  .option('--timeout <seconds>', 'how long to wait', '900')
  .action((entries: string[], options: PublishOptions) => end(publishCommand(entries, options, env)));

local('deployments', 'Show what deploy targets were told, and what became of it.')
  .option('--url <url>', 'address of the API (or STELE_URL)')
  .option('--instance <file>', 'instance.json of a local instance, for address and login')
  .option('--email <email>', 'who signs in (or STELE_EMAIL); the password is STELE_PASSWORD, or asked for')
  .option('--project <project>', 'id or short name of the project; not needed when there is only one')
  .option('--limit <count>', 'how many', '20')
  .option('--watch', 'go on, and show each change')
  .action((options: DeploymentsOptions) => end(deploymentsCommand(options, env)));

const assets = program.command('assets').description('Work with assets.');
connected('upload', 'Upload the files of a folder; what is there already is skipped.', assets)
  .argument('<folder>', 'whose files to upload, with those in its folders, which become folders of assets; or one file')
  .option('--folder <path>', 'folder of assets that they go into: Press/2026')
  .option('--concurrency <count>', 'how many at a time', '4')
  .action((folder: string, options: UploadOptions) => end(uploadCommand(folder, options, env)));

const tokens = program.command('tokens').description('Look at tokens.');
connected('me', 'Say who the token is.', tokens).action((options: SharedOptions) => end(tokensMeCommand(options, env)));

connected('doctor', 'Look for what would keep the other commands from working.')
  .option(...config)
  .action((options: DoctorOptions) => end(doctorCommand(options, env)));

program.parseAsync().catch((error: unknown) => {
  // Commander has said what is wrong, or shown the help that was asked for.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return;
  }
  process.exitCode = 2;
  const message = reasonOf(error);
  process.stderr.write(`${message}\n`);
  if (!(error instanceof UserError) && env.DEBUG) process.stderr.write(`${(error as Error).stack}\n`);
  if (process.argv.includes('--json')) {
    const code = error instanceof ApiFailure ? error.code : null;
    const details = error instanceof ApiFailure || error instanceof UserError ? (error.details ?? null) : null;
    process.stdout.write(`${JSON.stringify({ error: { code, message, details } })}\n`);
  }
});
