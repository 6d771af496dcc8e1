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

/**
 * What to run after `stele init`, in lines ready to copy.
 *
 * @param installed packages of the site: what is there need not be installed
 */
export function nextSteps(
  framework: Framework,
  installed: ReadonlySet<string>,
  content: MarkdownContent | null,
): readonly string[] {
  const lacking = (names: readonly string[]): string => names.filter((name) => !installed.has(name)).join(' ');
  const loader = lacking(['@stele/loader']);
  const tools = lacking(['@stele/schema', '@stele/server']);
  const first = content ? ` --content ${content.folder} --as ${content.collection}` : '';
  return [
    'Next:',
    ...(loader === '' ? [] : [`  npm install ${loader}`]),
    ...(tools === '' ? [] : [`  npm install --save-dev ${tools}`]),
    `  npx stele dev${first}${SITE_COMMAND[framework]}`,
    '',
    'With a Stele on a server instead: npx stele login, then npx stele push.',
  ];
}
