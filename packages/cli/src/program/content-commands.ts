import { type UploadOptions, uploadCommand } from '../assets/upload-command.ts';
import { type DeploymentsOptions, deploymentsCommand } from '../deployments/command.ts';
import { type ExportOptions, exportCommand } from '../export/command.ts';
import { type ImportOptions, importCommand } from '../import/command.ts';
import { type PublishOptions, publishCommand } from '../publish/command.ts';
import {
  type TranslationsExportOptions,
  type TranslationsImportOptions,
  translationsExportCommand,
  translationsImportCommand,
} from '../translations/commands.ts';
import { type CommandTable, examples, exclude, list } from './command-table.ts';

/** Commands about entries, their publication and assets. */
export function addContentCommands(table: CommandTable): void {
  const { io } = table;
  table
    .connected('export', 'Write all entries to a file of JSON lines, which "stele import" reads.')
    .argument('<file>', 'where to; gzipped if it ends with .gz; - for standard output')
    .option('-c, --collection <key>', 'only the entries of this collection')
    .option('--assets <folder>', 'write all assets too, with their originals, into this folder')
    .addHelpText('after', examples('export content.jsonl.gz --assets assets'))
    .action((file: string, options: ExportOptions) => table.end(exportCommand(io, file, options)));

  table
    .connected(
      'import',
      'Create and update entries from JSON lines (also .gz) or a folder of Markdown, and publish them.',
    )
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
    .option('--locale <locale>', "of a folder: the language of its files; if omitted, the project's default")
    .option('--id <field>', 'of a folder: the front matter that identifies an entry; the path of the file by default')
    .option(
      '--body <field>',
      'of a folder: the field for the text; body, content, or the only Markdown field by default',
    )
    .option('--overwrite-edits', 'also update entries that others changed since they were exported or imported')
    .option('--dry-run', 'have the server check every line, write nothing, and say what would be done')
    .option('--report <file>', 'write the result as JSON into this file')
    .addHelpText('after', examples('import content.jsonl.gz --dry-run'))
    .action((file: string, options: ImportOptions) => table.end(importCommand(io, file, options)));

  table
    .connected('publish', 'Publish the saved values of entries; with --wait, wait until the website shows them.')
    .argument('<entry...>', 'ids of entries: ent_…')
    .option('-l, --locale <locale>', 'only this locale; repeat for several. Default: all locales of the entry', list)
    .option('--wait <fact>', 'wait until it is triggered, built, or live (seen on the website)')
    .option('--timeout <seconds>', 'how long to wait', '900')
    .addHelpText('after', examples('publish ent_01kah502f4y7d9b6n8c3s5xzge --wait live'))
    .action((entries: string[], options: PublishOptions) => table.end(publishCommand(io, entries, options)));

  table
    .personal('deployments', 'Show the deployments of each target, and how far they have come.')
    .option(
      '--email <email>',
      'sign in as this person for one run (or STELE_EMAIL), with STELE_PASSWORD; default: the login of "stele login"',
    )
    .option('--limit <count>', 'how many', '20')
    .option('--watch', 'keep running, and show each change')
    .addHelpText('after', examples('deployments --watch'))
    .action((options: DeploymentsOptions) => table.end(deploymentsCommand(io, options)));

  const translations = table.program
    .command('translations')
    .description('Send texts to translators, and take them back.');
  table
    .connected('export', 'Write texts that are to be translated to XLIFF files.', translations)
    .argument('<locale>', 'the locale to translate into: de')
    .option('--state <states>', 'missing, outdated, current; several separated by commas', 'missing,outdated')
    .option('-c, --collection <key>', 'only the entries of this collection')
    .option('--out <folder>', 'where to', 'translations')
    .option('--force', 'overwrite files of an earlier export')
    .addHelpText('after', examples('translations export de --state missing'))
    .action((locale: string, options: TranslationsExportOptions) =>
      table.end(translationsExportCommand(io, locale, options)),
    );
  table
    .connected('import', 'Save translated XLIFF files as drafts; nothing is published.', translations)
    .argument('<file...>', 'files that "stele translations export" or the admin wrote, translated')
    .option('--accept-changed-source', 'also save translations of texts that were changed since the export')
    .addHelpText('after', examples('translations import translations/de-1.xlf'))
    .action((files: string[], options: TranslationsImportOptions) =>
      table.end(translationsImportCommand(io, files, options)),
    );

  const assets = table.program.command('assets').description('Work with assets.');
  table
    .connected('upload', 'Upload the files of a folder; skip those that are already there.', assets)
    .argument('<folder>', 'a folder to upload with its subfolders, which become folders of assets; or one file')
    .option('--folder <path>', 'folder of assets that they go into: Press/2026')
    .option('--concurrency <count>', 'how many at a time', '4')
    .addHelpText('after', examples('assets upload pictures --folder Press/2026'))
    .action((folder: string, options: UploadOptions) => table.end(uploadCommand(io, folder, options)));
}
