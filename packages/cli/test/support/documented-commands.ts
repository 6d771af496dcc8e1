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

/**
 * Every command in the shell blocks of the README and of the pages in docs/, and those within sentences that readers are to
 * run (`npx stele …` with options), in their order.
 */
export async function documentedCommands(): Promise<readonly DocumentedCommand[]> {
  return (await documentedPages()).flatMap(({ page, text }) =>
    // A block, or what is between two of them.
    text
      .split(/^( *```[\s\S]*?^ *```)/m)
      .flatMap((part) => [
        ...commandsOf(page, part),
        ...withinSentences(page, part).filter(({ command }) => command.startsWith('npx ')),
      ]),
  );
}

/** Every `stele …` or `npx stele …` with options within the sentences of the same pages, also where it only names a command. */
export async function mentionedCommands(): Promise<readonly DocumentedCommand[]> {
  return (await documentedPages()).flatMap(({ page, text }) => withinSentences(page, text));
}

/** The README and the pages in docs/, named from the root of the repository. */
export async function documentedPages(): Promise<readonly { readonly page: string; readonly text: string }[]> {
  const names = (await readdir(path.join(ROOT, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'));
  const files = ['README.md', ...names.map((name) => path.join('docs', name)).sort()];
  return Promise.all(files.map(async (page) => ({ page, text: await readFile(path.join(ROOT, page), 'utf8') })));
}

/** A command without options is a name in a sentence; `COMMAND` stands for any. */
function withinSentences(page: string, text: string): DocumentedCommand[] {
  const sentences = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  return Array.from(sentences.matchAll(/`((?:npx )?stele [a-z][^`]* --[^`]*)`/g), ([, command = '']) => ({
    page,
    command,
  }));
}

function commandsOf(page: string, text: string): DocumentedCommand[] {
  const blocks = [...text.matchAll(/^ *```(?:sh|bash)\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.replaceAll('\\\n', ' ').split(/\n(?! *["}])/))
    .map((line) => line.replace(/(^|\s)#\s.*$/, '').trim())
    .filter((command) => command !== '')
    .map((command) => ({ page, command: command.replaceAll(/ {2,}/g, ' ') }));
}
