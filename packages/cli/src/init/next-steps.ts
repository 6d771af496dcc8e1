import { shellWord } from '../output/words.ts';
import type { Framework } from './detect-framework.ts';

/** Markdown files that the first content is made of, and the collection that they go into. */
export interface MarkdownContent {
  readonly folder: string;
  readonly collection: string;
  /** Globs of files that are left out. */
  readonly exclude: readonly string[];
}

const SITE_COMMAND: Readonly<Record<Framework, string>> = {
  astro: ' -- astro dev',
  next: ' -- next dev',
  vite: ' -- vite',
  none: '',
};

interface NextStepsOptions {
  /** Packages of the site: what is there need not be installed. */
  readonly installed: ReadonlySet<string>;
  /** Packages that the site's files import. */
  readonly packages: readonly string[];
  readonly content: MarkdownContent | null;
  /** The commands for the token that the site's .env lacks. */
  readonly token: readonly string[];
}

/** The commands to run after `stele init`, in lines ready to copy. */
export function nextSteps(
  framework: Framework,
  { installed, packages, content, token }: NextStepsOptions,
): readonly string[] {
  const lacking = (names: readonly string[]): string => names.filter((name) => !installed.has(name)).join(' ');
  const loader = lacking(['@stele/loader', ...packages]);
  const tools = lacking(['@stele/schema', '@stele/server']);
  return [
    'Next:',
    ...(loader === '' ? [] : [`  npm install ${loader}`]),
    ...(tools === '' ? [] : [`  npm install --save-dev ${tools}`]),
    ...token.map((line) => `  ${line}`),
    `  npx stele dev${content ? contentOptions(content) : ''}${SITE_COMMAND[framework]}`,
    '',
    'With a Stele on a server instead: npx stele login, then npx stele push.',
  ];
}

/** The options that import the content. */
function contentOptions({ folder, collection, exclude }: MarkdownContent): string {
  const excluded = exclude.map((glob) => ` --exclude ${shellWord(glob)}`).join('');
  return ` --content ${shellWord(folder)} --as ${shellWord(collection)}${excluded}`;
}
