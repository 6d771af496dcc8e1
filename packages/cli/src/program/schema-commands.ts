import { type DiffOptions, diffCommand } from '../diff/command.ts';
import { fillCommand } from '../fill/command.ts';
import { type PullOptions, pullCommand } from '../pull/command.ts';
import { type PullContentOptions, pullContent } from '../pull-content/command.ts';
import { type PushOptions, pushCommand } from '../push/command.ts';
import type { SharedOptions } from '../session.ts';
import { type TypesOptions, typesCommand } from '../types/command.ts';
import { TYPES_FILE } from '../types/write-types.ts';
import { type CommandTable, config, examples, keepOthers, rename } from './command-table.ts';

/** Commands about the schema, and what follows from it. */
export function addSchemaCommands(table: CommandTable): void {
  const { io } = table;
  table
    .connected('diff', 'Show what a push would change. Exits with 1 if there are changes.')
    .option(...config)
    .option(...keepOthers)
    .option(...rename)
    .addHelpText('after', examples('diff'))
    .action((options: DiffOptions) => table.end(diffCommand(io, options)));

  table
    .connected('push', "Make the config the project's schema.")
    .option(...config)
    .option(...keepOthers)
    .option(...rename)
    .option('--migrate <file>', 'JSON list of migrations: [{"kind": "convert", "path": ["posts", "rating"]}]')
    .option('--yes', 'push what loses no content, without asking')
    .option('--allow-destructive', 'with --yes: push what loses content too')
    .option(
      '--allow-invalid',
      'with --yes: push even if live entries must be edited before they can be published again',
    )
    .option('--plan <file>', 'write what would be pushed into this file, and push nothing')
    .option('--comment <file>', 'with --plan: write it as Markdown too, for a pull request; - for standard output')
    .option('--apply <file>', 'push exactly what this plan says, or nothing')
    .addHelpText(
      'after',
      examples('push', 'push --yes', 'push --plan plan.json --comment plan.md', 'push --apply plan.json'),
    )
    .action((options: PushOptions) => table.end(pushCommand(io, options)));

  table
    .connected(
      'fill',
      "Copy a field's values into an empty field beside it, and publish live entries without unpublished changes.",
    )
    .argument('<fields>', 'collection.old:new, such as posts.headline:title')
    .addHelpText('after', examples('fill posts.headline:title'))
    .action((fields: string, options: SharedOptions) => table.end(fillCommand(io, fields, options)));

  table
    .connected('pull', "Write stele.config.ts from the project's schema.")
    .option(...config)
    .option('--force', 'overwrite a config that differs')
    .option('--content', 'bring the live content into the local instance instead, with pictures and files')
    .option('--from <file>', 'with --content: file with the STELE_* variables of the source project (.env.production)')
    .option('--into <instance>', 'with --content: instance.json of another instance, or "connected" with --project')
    .option('--overwrite-edits', 'with --content: also update entries that were changed since they were pulled')
    .addHelpText('after', examples('pull --force', 'pull --content --from .env.production'))
    .action((options: PullOptions & PullContentOptions & { readonly content?: boolean }) =>
      table.end(options.content ? pullContent(io, options) : pullCommand(io, options)),
    );

  table
    .connected('types', "Write the TypeScript types of published content from the project's schema.")
    .option('--out <file>', 'where to', TYPES_FILE)
    .option('--check', 'only check whether the file is up to date; exits with 1 if not')
    .addHelpText('after', examples('types --check'))
    .action((options: TypesOptions) => table.end(typesCommand(io, options)));
}
