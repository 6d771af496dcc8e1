import type { SchemaChange } from '@stele/client';
import type { Rename } from '@stele/schema';
import { shellWord } from '../output/words.ts';
import type { SharedOptions } from '../session.ts';
import { renameFlag } from './rename-flag.ts';
import { pushFlags } from './show-changes.ts';

/** The options that printed commands repeat: without them, these would be about another project or config. */
export interface RepeatedOptions extends Omit<SharedOptions, 'json'> {
  readonly config?: string | undefined;
  readonly keepOthers?: boolean | undefined;
  readonly migrate?: string | undefined;
}

/** A push of the same config into the same project. @param own the options of this push alone */
export function pushLine(options: RepeatedOptions, own: readonly string[], renames: readonly Rename[]): string {
  const { config, migrate, keepOthers } = options;
  return line([
    'push',
    ...own,
    ...renames.flatMap((rename) => ['--rename', renameFlag(rename)]),
    ...option('--migrate', migrate),
    ...(keepOthers ? ['--keep-others'] : []),
    ...option('--config', config),
    ...connectionOf(options),
  ]);
}

/** Writes the plan of such a push into a file. */
export function planLine(options: RepeatedOptions, file: string, renames: readonly Rename[]): string {
  return pushLine(options, ['--plan', file], renames);
}

/** Pushes the plan in a file, which has the renames, migrations and collections to keep. */
export function applyLine(options: RepeatedOptions, file: string, changes: readonly SchemaChange[]): string {
  return line([
    'push',
    '--apply',
    file,
    ...pushFlags(changes),
    ...option('--config', options.config),
    ...connectionOf(options),
  ]);
}

/** Fills a field of the same project. */
export function fillLine(options: RepeatedOptions, rename: Rename): string {
  return line(['fill', renameFlag(rename), ...connectionOf(options)]);
}

/** Lists the deployments of the same project, which takes a person's login. */
export function deploymentsLine({ token: _, ...options }: RepeatedOptions): string {
  return line(['deployments', ...connectionOf(options)]);
}

/** The options that say where a command goes. A token is never printed: a placeholder keeps another one from being used. */
function connectionOf({ url, instance, project, token }: RepeatedOptions): readonly string[] {
  return [
    ...option('--url', url),
    ...option('--instance', instance),
    ...option('--project', project),
    ...(token === undefined ? [] : ['--token', 'TOKEN']),
  ];
}

function option(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [name, value];
}

function line(words: readonly string[]): string {
  return ['npx stele', ...words.map(shellWord)].join(' ');
}
