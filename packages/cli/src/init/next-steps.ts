import { shellWord } from '../output/shell-word.ts';
import type { Framework } from './detect-framework.ts';

/** Markdown files that the first content is made of, and the collection that they go into. */
interface MarkdownContent {
  readonly folder: string;
  readonly collection: string;
}

const SITE_COMMAND: Readonly<Record<Framework, string>> = {
  astro: ' -- astro dev',
  next: ' -- next dev',
  vite: ' -- vite',
  none: '',
};

/** What the next steps depend on besides the framework. */
export interface NextStepsOptions {
  /** Packages of the site: what is there need not be installed. */
  readonly installed: ReadonlySet<string>;
  /** Packages that the site's files import. */
  readonly packages: readonly string[];
  readonly content: MarkdownContent | null;
  /** What to run for the token that the site's .env lacks. */
  readonly token: readonly string[];
}

/** What to run after `stele init`, in lines ready to copy. */
export function nextSteps(
  framework: Framework,
  { installed, packages, content, token }: NextStepsOptions,
): readonly string[] {
  const lacking = (names: readonly string[]): string => names.filter((name) => !installed.has(name)).join(' ');
  const loader = lacking(['@stele/loader', ...packages]);
  const tools = lacking(['@stele/schema', '@stele/server']);
  const first = content ? ` --content ${shellWord(content.folder)} --as ${shellWord(content.collection)}` : '';
  return [
    'Next:',
    ...(loader === '' ? [] : [`  npm install ${loader}`]),
    ...(tools === '' ? [] : [`  npm install --save-dev ${tools}`]),
    ...token.map((line) => `  ${line}`),
    `  npx stele dev${first}${SITE_COMMAND[framework]}`,
    '',
    'With a Stele on a server instead: npx stele login, then npx stele push.',
  ];
}
