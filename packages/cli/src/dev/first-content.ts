import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '@stele/client';
import { reasonOf, UserError } from '../errors.ts';
import { EXIT_SKIPPED, type ImportOptions, importCommand } from '../import/command.ts';
import { type Io, placeOf } from '../io.ts';
import type { Output } from '../output/output.ts';
import { shellWord } from '../output/words.ts';
import { readTextIfThere } from '../write-file.ts';

/** Names the content that was imported, a line for each, so that it isn't imported twice, even if some of it was deleted since. */
const MARK = 'first-content';

export interface ContentOptions {
  /** A folder with `entries.jsonl` and perhaps `assets`, as `stele export` writes them; or with Markdown files. */
  readonly content?: string;
  /** Of Markdown files: the collection that they go into. */
  readonly as?: string;
  /** Globs of those that are left out. */
  readonly exclude?: readonly string[];
}

/** Content that a local instance begins with, as an import takes it. */
export interface FirstContent {
  readonly folder: string;
  /** The file with its lines, or the folder itself. */
  readonly file: string;
  readonly options: Pick<ImportOptions, 'as' | 'assets' | 'exclude'>;
}

/** Which content a local instance begins with; null for none. @throws UserError when the folder holds none */
export function findFirstContent(io: Io, { content: folder, as, exclude }: ContentOptions): FirstContent | null {
  if (as !== undefined && folder === undefined) throw new UserError('--as needs --content FOLDER.');
  if (exclude !== undefined && as === undefined) throw new UserError('--exclude needs --as COLLECTION.');
  if (folder === undefined) return null;
  if (!existsSync(placeOf(io, folder))) throw new UserError(`There is no folder ${folder}.`);
  if (as !== undefined) return { folder, file: folder, options: { as, ...(exclude && { exclude }) } };
  const file = path.join(folder, 'entries.jsonl');
  const assets = path.join(folder, 'assets');
  if (existsSync(placeOf(io, file)))
    return { folder, file, options: existsSync(placeOf(io, assets)) ? { assets } : {} };
  throw new UserError(
    `There is no file ${file}. "npx stele export ${file}" writes one; for a folder of Markdown files, say with --as which collection they go into.`,
  );
}

/**
 * Imports content into a local instance that hasn't had it yet, and publishes it. Reports content that can't be imported, with
 * how to try again; the next start tries again, too.
 *
 * @param dataDirectory of the instance
 * @param stopped aborted when all ends: failures after that aren't reported
 */
export async function importFirstContent(
  io: Io,
  content: FirstContent,
  dataDirectory: string,
  output: Output,
  stopped: AbortSignal,
): Promise<void> {
  if (await isImported(io, content, dataDirectory)) return;
  const failure = await importAll(io, content, dataDirectory);
  if (failure === null) {
    return appendFile(path.join(dataDirectory, MARK), `${markOf(io, content, dataDirectory)}\n`);
  }
  if (stopped.aborted) return;
  if (failure !== '') output.note(failure);
  output.note(
    `\nNot all content of ${content.folder} could be imported; see above. Stele starts without it. Once you have fixed it, run in another terminal of this folder:\n\n  ${importLine(io, content, dataDirectory)}\n`,
  );
}

/**
 * Says why content waits until the config is pushed: without its schema, fields would get other types. Null when the content is
 * imported already.
 */
export async function whyContentWaits(io: Io, content: FirstContent, dataDirectory: string): Promise<string | null> {
  if (await isImported(io, content, dataDirectory)) return null;
  return `\nThe content of ${content.folder} is imported once the config is pushed. If you push it in another terminal, run then:\n\n  ${importLine(io, content, dataDirectory)}\n`;
}

async function isImported(io: Io, content: FirstContent, dataDirectory: string): Promise<boolean> {
  const marks = await readTextIfThere(io, path.join(dataDirectory, MARK));
  // An empty one says that there's content, and not which.
  if (marks === '') return true;
  return (marks ?? '').split('\n').includes(markOf(io, content, dataDirectory));
}

/** Identifies content that was imported; it stays the same when the site moves together with its instance. */
function markOf(io: Io, { file, options: { as } }: FirstContent, dataDirectory: string): string {
  return JSON.stringify([path.relative(dataDirectory, placeOf(io, file)), ...(as === undefined ? [] : [as])]);
}

/** The command that imports content by hand. */
function importLine(io: Io, { file, options }: FirstContent, dataDirectory: string): string {
  const words = Object.entries(options).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [`--${name}`, shellWord(one)]),
  );
  // Without this option, the shell's variables for another address would count.
  const instance = shellWord(path.relative(io.cwd, instanceOf(dataDirectory)));
  return `npx stele import ${[shellWord(file), ...words].join(' ')} --add-locales --instance ${instance}`;
}

function instanceOf(dataDirectory: string): string {
  return path.join(dataDirectory, 'instance.json');
}

/** Imports content. @returns null when all of it was imported; else what kept it from that, empty when it was said already */
async function importAll(io: Io, { file, options }: FirstContent, dataDirectory: string): Promise<string | null> {
  const instance = instanceOf(dataDirectory);
  try {
    const code = await importCommand(io, file, { ...options, instance, publish: true, addLocales: true });
    return code === 0 || code === EXIT_SKIPPED ? null : '';
  } catch (error) {
    if (!(error instanceof UserError || error instanceof ApiError)) throw error;
    return reasonOf(error);
  }
}
