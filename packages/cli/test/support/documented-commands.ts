import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..', '..', '..', '..');

/** A command that a page tells its readers to run. */
export interface DocumentedCommand {
  /** The page, from the root of the repository. */
  readonly page: string;
  /** As it's printed, without a comment behind it. */
  readonly command: string;
}

/** Every command in the shell blocks of the README and of the pages in docs/, in their order. */
export async function documentedCommands(): Promise<readonly DocumentedCommand[]> {
  const names = (await readdir(path.join(ROOT, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'));
  const pages = ['README.md', ...names.map((name) => path.join('docs', name)).sort()];
  const found = pages.map(async (page) => commandsOf(page, await readFile(path.join(ROOT, page), 'utf8')));
  return (await Promise.all(found)).flat();
}

function commandsOf(page: string, text: string): DocumentedCommand[] {
  const blocks = [...text.matchAll(/^ *```(?:sh|bash)\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.replaceAll('\\\n', ' ').split(/\n(?! *["}])/))
    .map((line) => line.replace(/(^|\s)#\s.*$/, '').trim())
    .filter((command) => command !== '')
    .map((command) => ({ page, command: command.replaceAll(/ {2,}/g, ' ') }));
}
