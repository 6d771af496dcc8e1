import {
  type FirstPage,
  newFile,
  type PageOrder,
  type Proposed,
  pluginConfig,
  type ReadSite,
  type SiteProposal,
  toProposal,
  whichFile,
  withImport,
} from './site-change.ts';

/** What an Astro site needs: a collection, an integration, a list and a page of it, and drafts for a preview. */
export async function proposeAstro(read: ReadSite, page: FirstPage): Promise<SiteProposal> {
  return toProposal([
    await contentConfig(read, page),
    await pluginConfig(read, {
      files: ['astro.config.mjs', 'astro.config.ts', 'astro.config.js', 'astro.config.mts'],
      tool: 'astro/config',
      importLine: "import { steleBuild } from '@stele/loader/astro';",
      mark: 'steleBuild',
      key: 'integrations',
      call: 'steleBuild()',
    }),
    await newFile(read, `src/pages/${page.collection}/index.astro`, listSource(page)),
    page.body === null ? null : await entryPage(read, page),
  ]);
}

/** The page of an entry. A site that has one, under any name, keeps it. */
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

/** Reads the entries in the collection's order, those without a value last: Astro keeps them by their ids. */
function entriesSource(collection: string, order: PageOrder | null): string {
  if (order === null) return `const entries = await getCollection('${collection}');`;
  const [one, other] = order.direction === 'asc' ? ['a', 'b'] : ['b', 'a'];
  const { read, compare } = comparison(order);
  return [
    `const entries = (await getCollection('${collection}')).sort((a, b) =>`,
    `  ${compare(read(`${one}.data.${order.field.key}`), read(`${other}.data.${order.field.key}`))},`,
    ');',
  ].join('\n');
}

interface Comparison {
  /** Source of a value to compare, also where an entry has none. */
  read(value: string): string;
  compare(one: string, other: string): string;
}

function comparison({ field, direction }: PageOrder): Comparison {
  const isLast = direction === 'asc';
  const orElse = (value: string, otherwise: string): string => (field.required ? value : `${value} ?? ${otherwise}`);
  const minus = (one: string, other: string): string => `${one} - ${other}`;
  switch (field.type) {
    case 'date':
    case 'datetime':
      return { read: (value) => `Date.parse(${orElse(value, isLast ? "'9999'" : "'0000'")})`, compare: minus };
    case 'number':
    case 'integer':
      return { read: (value) => `Number(${orElse(value, isLast ? 'Infinity' : '-Infinity')})`, compare: minus };
    case 'boolean':
      return { read: (value) => `Number(${orElse(value, isLast ? '2' : '-1')})`, compare: minus };
    default:
      return {
        read: (value) => `String(${orElse(value, isLast ? "'\\uffff'" : "''")})`,
        compare: (one, other) => `${one}.localeCompare(${other})`,
      };
  }
}

function listSource({ collection, locale, title, body, order }: FirstPage): string {
  const item =
    body === null ? `{entry.data.${title}}` : `<a href={\`/${collection}/\${entry.id}/\`}>{entry.data.${title}}</a>`;
  return `---
import { getCollection } from 'astro:content';

${entriesSource(collection, order)}
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
