import { addImports, addProperties, editCode } from '../code/edit-code.ts';
import { addressOfRoute } from '../preview-line.ts';
import type { AstroContent } from './astro-content.ts';
import { type FilesOfSite, hasNames, steleLoaderSource, withSteleFor } from './astro-rewiring.ts';
import {
  changeConfig,
  type FirstPage,
  newFile,
  type Proposed,
  type ReadSite,
  type SiteProposal,
  toProposal,
  whichFile,
} from './site-change.ts';

/**
 * Proposes the files of an Astro site. Where the site shows Markdown files that Stele takes over, their collection comes from
 * Stele instead, and its pages stay; else the site gets a collection, with a list and a page of it.
 *
 * @param files the Markdown files that Stele takes over; null for none
 * @param routes files of the site's pages
 */
export async function proposeAstro(
  read: ReadSite,
  page: FirstPage,
  content: AstroContent,
  files: FilesOfSite | null,
  routes: readonly string[],
): Promise<SiteProposal> {
  const shown = content.collections.find(({ stele }) => stele === page.collection);
  const hasOwnPages = files !== null || (shown !== undefined && shown.key !== page.collection);
  const proposal = toProposal([
    files ? await withSteleFor(content, page, files) : await contentConfig(content, page),
    await changeConfig(read, {
      files: ['astro.config.mjs', 'astro.config.ts', 'astro.config.js', 'astro.config.mts'],
      tool: 'astro/config',
      from: '@stele/loader/astro',
      parts: [
        { key: 'integrations', item: 'steleBuild()', isList: true, mark: 'steleBuild' },
        { key: 'image', item: 'service: steleImages()', isList: false, mark: 'steleImages' },
      ],
    }),
    hasOwnPages ? null : await newFile(read, `src/pages/${page.collection}/index.astro`, listSource(page)),
    hasOwnPages || page.body === null ? null : await entryPage(read, page),
  ]);
  const key = files?.collection.key ?? shown?.key ?? page.collection;
  return { ...proposal, preview: await addressOfPages(read, proposal, key, page.slug, routes) };
}

/** Where the only page is that shows one entry of a collection, found by its id. */
async function addressOfPages(
  read: ReadSite,
  { changes }: SiteProposal,
  collection: string,
  slug: string | null,
  routes: readonly string[],
): Promise<string | null> {
  const found: string[] = [];
  for (const file of new Set([...routes, ...changes.map((one) => one.file)])) {
    const [, route, name] = /^src\/pages\/((?:.*\/)?\[(?:\.\.\.)?(\w+)\])\.astro$/.exec(file) ?? [];
    if (route === undefined) continue;
    const text = changes.find((one) => one.file === file)?.after ?? (await read(file)) ?? '';
    const entry = `\\(\\s*['"]${collection}['"]`;
    const isListed =
      new RegExp(`\\bgetCollection${entry}`).test(text) && new RegExp(`\\b${name}:\\s*\\w+\\.id\\b`).test(text);
    if (isListed || new RegExp(`\\bgetEntry${entry},\\s*(?:Astro\\.params\\.)?${name}\\b`).test(text))
      found.push(route);
  }
  const [route, ...others] = found;
  return route === undefined || others.length > 0 || slug === null ? null : addressOfRoute(route, slug);
}

/** The page of an entry. A site that has one, under any name, keeps it. */
async function entryPage(read: ReadSite, page: FirstPage): Promise<Proposed> {
  const folder = `src/pages/${page.collection}`;
  const names = ['[...id].astro', '[id].astro', '[...slug].astro', '[slug].astro'] as const;
  const file = await whichFile(read, names.map((name) => `${folder}/${name}`) as [string, ...string[]]);
  return newFile(read, file, entrySource(page));
}

async function contentConfig(content: AstroContent, page: FirstPage): Promise<Proposed> {
  const { file, before, code, exported } = content;
  const { collection } = page;
  const { imports, loader, options } = steleLoaderSource(content, page);
  const lines = [...loader, `const ${collection}Loader = steleLoader({ ${options.join(', ')} });`].join('\n');
  const entry = `${collection}: defineCollection({ loader: ${collection}Loader, schema: ${collection}Loader.schema })`;
  if (before === null) {
    const head = ["import { defineCollection } from 'astro:content';", ...imports].join('\n');
    return { file, before, after: `${head}\n\n${lines}\n\nexport const collections = { ${entry} };\n` };
  }
  if (before.includes('@stele/loader')) return null;
  const imported = code?.program.body.some(
    (one) => one.type === 'ImportDeclaration' && one.specifiers.some(({ local }) => local.name === 'defineCollection'),
  );
  const statement = code?.program.body.find(
    ({ start, end }) => exported && start < exported.start && end >= exported.end,
  );
  if (!code || !exported || !statement || !imported || hasNames(code, content, [collection, `${collection}Loader`])) {
    return { file, add: [...imports, lines, `// and in collections:\n${entry},`].join('\n') };
  }
  const text = await editCode(code);
  addImports(code, text, imports);
  text.appendLeft(statement.start, `${lines}\n\n`);
  addProperties(code, text, exported, [entry]);
  return { file, before, after: text.toString() };
}

function listSource({ collection, locale, title, body }: FirstPage): string {
  const item =
    body === null ? `{entry.data.${title}}` : `<a href={\`/${collection}/\${entry.id}/\`}>{entry.data.${title}}</a>`;
  return `---
import { getCollection } from 'astro:content';
import { sorted } from '@stele/loader/astro';

const entries = sorted(await getCollection('${collection}'));
---
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <title>${collection}</title>
  </head>
  <body>
    <ul>
      {entries.map((entry) => <li>${item}</li>)}
    </ul>
  </body>
</html>
`;
}

function entrySource({ collection, locale, title }: FirstPage): string {
  return `---
import { getCollection, render } from 'astro:content';

export async function getStaticPaths() {
  return (await getCollection('${collection}')).map((entry) => ({ params: { id: entry.id }, props: { entry } }));
}

const { entry } = Astro.props;
const { Content } = await render(entry);
---
<html lang="${locale}">
  <head>
    <meta charset="utf-8" />
    <title>{entry.data.${title}}</title>
  </head>
  <body>
    <h1>{entry.data.${title}}</h1>
    <Content />
  </body>
</html>
`;
}
