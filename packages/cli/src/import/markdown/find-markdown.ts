import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../errors.ts';
import { type Io, placeOf } from '../../io.ts';

const MARKDOWN = /\.(md|mdx|markdown)$/i;

/**
 * The Markdown files of a folder and of those within, in the order of their paths.
 *
 * @param excluded globs of files to leave out: by name, or with slashes by path in the folder or to it; `*` and `?` stand for no
 * slash, `**` for any folders
 * @throws UserError when there's no such folder, or none of its files is left
 */
export async function findMarkdown(io: Io, folder: string, excluded: readonly string[] = []): Promise<string[]> {
  const top = placeOf(io, folder);
  const found = await readdir(top, { recursive: true, withFileTypes: true }).catch(() => {
    throw new UserError(`There is no folder ${folder}.`);
  });
  const all = found
    .filter((one) => one.isFile() && MARKDOWN.test(one.name))
    .map((one) => path.join(folder, path.relative(top, one.parentPath), one.name))
    .sort();
  if (all.length === 0) throw new UserError(`There is no Markdown file in ${folder}.`);
  const patterns = excluded.map((glob) => ({ glob, pattern: patternOf(glob) }));
  const isOut = ({ pattern }: (typeof patterns)[number], file: string): boolean =>
    [path.relative(folder, file), file].some((name) => pattern.test(slashed(name).replace(/^\//, '')));
  const idle = patterns.find((one) => !all.some((file) => isOut(one, file)));
  if (idle) throw new UserError(`--exclude "${idle.glob}" matches no Markdown file in ${folder}.`);
  const left = all.filter((file) => !patterns.some((one) => isOut(one, file)));
  if (left.length === 0) throw new UserError(`All Markdown files in ${folder} are excluded.`);
  return left;
}

/** Matches a path that a glob names, or that is in a folder which it names. */
function patternOf(glob: string): RegExp {
  const clean = slashed(path.normalize(glob)).replace(/^\/|\/$/g, '');
  const source = clean
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => WILD[part] ?? part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`))
    .join('');
  return new RegExp(`^${clean.includes('/') ? '' : '(?:.*/)?'}${source}(?:/.*)?$`);
}

const WILD: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

function slashed(name: string): string {
  return name.split(path.sep).join('/');
}
