import {
  type FirstPage,
  newFile,
  type Proposed,
  type ReadSite,
  type SiteProposal,
  toProposal,
  whichFile,
  withImport,
  withPlugin,
} from './site-change.ts';

const INTEGRATION = "import { steleBuild } from '@stele/loader/astro';";

/** What an Astro site needs: a collection, an integration, a list and a page of it, and drafts for a preview. */
export async function proposeAstro(read: ReadSite, page: FirstPage): Promise<SiteProposal> {
  return toProposal([
    await contentConfig(read, page),
    await astroConfig(read),
    await newFile(read, `src/pages/${page.collection}/index.astro`, listSource(page)),
    page.body === null ? null : await entryPage(read, page),
  ]);
}

/** The page of an entry; a site that has one, of whatever name, keeps it. */
async function entryPage(read: ReadSite, page: FirstPage): Promise<Proposed> {
  const folder = `src/pages/${page.collection}`;
  const names = ['[...id].astro', '[id].astro', '[...slug].astro', '[slug].astro'] as const;
  const file = await whichFile(read, names.map((name) => `${folder}/${name}`) as [string, ...string[]]);
  return newFile(read, file, entrySource(page));
}

async function contentConfig(read: ReadSite, { collection, locale, slug, body }: FirstPage): Promise<Proposed> {
  const file = await whichFile(read, ['src/content.config.ts', 'src/content.config.mts', 'src/content.config.js']);
  const before = await read(file);
  const typed = !file.endsWith('.js');
  const loaderImport = "import { createLoader, steleLoader } from '@stele/loader/astro';";
  const typeImport = "import type config from '../stele.config.ts';";
  const options = [
    `loader: stele, collection: '${collection}', locales: '${locale}'`,
    ...(slug === null ? [] : [`id: '${slug}'`]),
    ...(body === null ? [] : [`body: '${body}'`]),
  ].join(', ');
  const loader = [
    '// STELE_DRAFTS=1 and a token of the scope read_draft show drafts: a preview.',
    `const stele = createLoader${typed ? '<typeof config>' : ''}({ drafts: process.env.STELE_DRAFTS === '1' });`,
    `const ${collection}Loader = steleLoader({ ${options} });`,
  ].join('\n');
  const entry = `${collection}: defineCollection({ loader: ${collection}Loader, schema: ${collection}Loader.schema })`;
  const imports = [loaderImport, ...(typed ? [typeImport] : [])];
  if (before === null) {
    const head = ["import { defineCollection } from 'astro:content';", ...imports].join('\n');
    return { file, before, after: `${head}\n\n${loader}\n\nexport const collections = { ${entry} };\n` };
  }
  if (before.includes('@stele/loader')) return null;
  const exported = /^export const collections = \{/m;
  if (
    !exported.test(before) ||
    !/import\s*\{[^}]*\bdefineCollection\b/.test(before) ||
    new RegExp(`\\b${collection}\\b`).test(before)
  ) {
    return { file, add: [...imports, loader, `// and in collections:\n${entry},`].join('\n') };
  }
  const merged = before.replace(exported, (start) => `${loader}\n\n${start} ${entry},`);
  return { file, before, after: imports.reduceRight(withImport, merged) };
}

async function astroConfig(read: ReadSite): Promise<Proposed> {
  const file = await whichFile(read, ['astro.config.mjs', 'astro.config.ts', 'astro.config.js', 'astro.config.mts']);
  const before = await read(file);
  if (before === null) {
    const after = `${INTEGRATION}\nimport { defineConfig } from 'astro/config';\n\nexport default defineConfig({ integrations: [steleBuild()] });\n`;
    return { file, before, after };
  }
  if (before.includes('steleBuild')) return null;
  const merged = withPlugin(before, 'integrations', 'steleBuild()');
  if (merged === null) return { file, add: `${INTEGRATION}\n// and in the config:\nintegrations: [steleBuild()],` };
  return { file, before, after: withImport(merged, INTEGRATION) };
}

function listSource({ collection, locale, title, body }: FirstPage): string {
  const item =
    body === null ? `{entry.data.${title}}` : `<a href={\`/${collection}/\${entry.id}/\`}>{entry.data.${title}}</a>`;
  return `---
import { getCollection } from 'astro:content';

const entries = await getCollection('${collection}');
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
