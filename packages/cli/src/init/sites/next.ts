import type { WrittenDates } from '../dates-of-files.ts';
import { addressOfRoute } from '../preview-line.ts';
import { CONFIGS, proposeNextConfig } from './next-config.ts';
import { layoutSource, proposeLiveContent } from './next-live.ts';
import { pictureProperties } from './next-pictures.ts';
import { withSteleForPosts } from './next-posts.ts';
import {
  type FirstPage,
  loadFunction,
  newFile,
  type ReadSite,
  type SiteProposal,
  toProposal,
  whichFile,
} from './site-change.ts';

/** Render Markdown as React elements, with GitHub's additions as Astro does, and HTML in it as text. */
const MARKDOWN = ['react-markdown', 'remark-gfm'] as const;

/**
 * Proposes the files of a Next.js site: a loader, a list and a page of it, and a route that switches to drafts for a preview.
 * Where the site reads Markdown files by functions that are known, these read from Stele, and its pages stay.
 *
 * @param files of the site that hold code
 * @param dates how the Markdown files that Stele takes over write them; null when there are none
 */
export async function proposeNext(
  read: ReadSite,
  page: FirstPage,
  files: readonly string[],
  dates: ReadonlyMap<string, WrittenDates> | null,
): Promise<SiteProposal> {
  const isTyped = (await read('tsconfig.json')) !== null;
  const has = async (place: string): Promise<boolean> =>
    (await Promise.all(['tsx', 'jsx', 'js'].map((ending) => read(`${place}.${ending}`)))).some((text) => text !== null);
  const isIn = (...folders: readonly string[]): boolean =>
    files.some((file) => folders.some((folder) => file.startsWith(folder)));
  // Next.js wants both routers in one folder.
  const inSource =
    (await has('src/app/layout')) || (await has('src/app/page')) || (isIn('src/pages/') && !isIn('app/', 'pages/'));
  const base = inSource ? 'src/' : '';
  const [module, component] = isTyped ? ['ts', 'tsx'] : ['js', 'jsx'];
  const ownConfig = (await read(await whichFile(read, CONFIGS))) ?? '';
  const isCached = /\bcacheComponents:\s*true\b/.test(ownConfig);
  const isExport = /\boutput:\s*['"]export['"]/.test(ownConfig);
  const pages = page.isPath ? (['[...slug]', '[slug]'] as const) : (['[slug]', '[...slug]'] as const);
  const shown = await whichFile(read, [
    `${base}app/${page.collection}/${pages[0]}/page.${component}`,
    `${base}app/${page.collection}/${pages[1]}/page.${component}`,
  ]);
  const list = `${base}app/${page.collection}/page.${component}`;
  // An address is of one router only.
  const isTaken = isIn(`${base}pages/${page.collection}/`, `${base}pages/${page.collection}.`);
  // Without a slug, an entry has no address.
  const entry =
    page.slug === null || isTaken ? null : await newFile(read, shown, entrySource(page, page.slug, isTyped));
  const source = entry === null ? await read(shown) : 'after' in entry ? entry.after : null;
  const loader = await newFile(
    read,
    `${base}stele.${module}`,
    loaderSource(page, { isTyped, root: inSource ? '../' : './', isCached }),
  );
  const posts = await withSteleForPosts(read, files, page, { loader: `${base}stele`, dates });
  const imports = (name: string): boolean => new RegExp(`from ['"]${name}['"]`).test(source ?? '');
  const isTakenByPages = (address: string): boolean => isIn(`${base}pages/${address}.`, `${base}pages/${address}/`);
  const newLayout = posts ? null : layoutSource(isTyped, page.locale);
  const live = await proposeLiveContent(read, { base, isTyped, isExport, newLayout, isTaken: isTakenByPages });
  const isShown = posts?.some((one) => one && 'after' in one) === true;
  const config = await proposeNextConfig(read, isShown && pictureProperties(page.fields).length > 0);
  const pagesOfPosts = isTaken ? null : await newFile(read, list, pageSource(page));
  const changes = [loader, ...(posts ?? [pagesOfPosts, entry]), ...config, ...live];
  const hasMarkdown = !posts || (await read(shown)) !== null;
  const proposal = toProposal(changes, hasMarkdown ? MARKDOWN.filter(imports) : []);
  return {
    ...proposal,
    preview: addressOfPages(proposal, page.slug, shown),
    hasDraftRoute: !isTakenByPages('api/draft'),
  };
}

/** Where the only page is that shows one post: that of its own, or one which takes it from `getPostBySlug`. */
function addressOfPages({ changes }: SiteProposal, slug: string | null, own: string): string | null {
  const [route, ...others] = changes.flatMap(({ file, after }) => {
    const isOne = file === own || /\bgetPostBySlug/.test(after);
    return (isOne && /^(?:src\/)?app\/(.*\])\/page\.\w+$/.exec(file)?.[1]) || [];
  });
  return route === undefined || others.length > 0 || slug === null ? null : addressOfRoute(route, slug);
}

/**
 * The module through which all pages read content. With Cache Components, Next.js caches only functions that say so; drafts are
 * read outside of them.
 */
function loaderSource(
  page: FirstPage,
  { isTyped, root, isCached }: { readonly isTyped: boolean; readonly root: string; readonly isCached: boolean },
): string {
  const types = isTyped ? `import type config from '${root}stele.config';\n` : '';
  const [caching, imported] = isCached
    ? ["import { cacheLife, cacheTag } from 'next/cache';\n", 'createNextLoader, isDraftMode']
    : ['', 'createNextLoader'];
  const read = `stele.load('${page.collection}', { locale: '${page.locale}' })`;
  const load = isCached
    ? `  return (await isDraftMode()) ? ${read} : published();
}

async function published() {
  'use cache';
  cacheTag('stele');
  // Seconds. A webhook revalidates sooner; in development a publish shows at the second reload.
  cacheLife({ revalidate: process.env.NODE_ENV === 'development' ? 1 : 86_400 });
  return ${read};
}`
    : `  return ${read};
}`;
  return `import { ${imported} } from '@stele/loader/next';
${caching}${types}
/** In draft mode it reads drafts: with the token in STELE_DRAFT_TOKEN, or what a preview link shares. */
export const stele = createNextLoader${isTyped ? '<typeof config>' : ''}();

export async function ${loadFunction(page)}() {
${load}
`;
}

function pageSource(page: FirstPage): string {
  const { collection, title, slug } = page;
  const imported = slug === null ? '' : "import Link from 'next/link';\n";
  const item =
    slug === null
      ? `<li key={id}>{values.${title}}</li>`
      : `<li key={id}>
          <Link href={\`/${collection}/\${values.${slug}}\`}>{values.${title}}</Link>
        </li>`;
  return `${imported}import { ${loadFunction(page)} } from '../../stele';

export default async function Page() {
  const entries = await ${loadFunction(page)}();
  return (
    <ul>
      {entries.map(({ id, values }) => (
        ${item}
      ))}
    </ul>
  );
}
`;
}

function entrySource(page: FirstPage, slug: string, isTyped: boolean): string {
  const { title, body } = page;
  const load = loadFunction(page);
  const [type, split, read] = page.isPath
    ? ['string[]', `values.${slug}.split('/')`, "const slug = (await params).slug.join('/');"]
    : ['string', `values.${slug}`, 'const { slug } = await params;'];
  const imported =
    body === null
      ? ''
      : `import stelePictures from '@stele/loader/rehype';\nimport Markdown from '${MARKDOWN[0]}';\nimport remarkGfm from '${MARKDOWN[1]}';\n`;
  const text =
    body === null
      ? ''
      : `
      <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={[[stelePictures, entry.values]]}>
        {entry.values.${body}}
      </Markdown>`;
  return `import { notFound } from 'next/navigation';
${imported}import { ${load} } from '../../../stele';

export async function generateStaticParams() {
  return (await ${load}()).map(({ values }) => ({ slug: ${split} }));
}

export default async function Page({ params }${isTyped ? `: { params: Promise<{ slug: ${type} }> }` : ''}) {
  ${read}
  const entry = (await ${load}()).find(({ values }) => values.${slug} === slug);
  if (!entry) notFound();
  return (
    <>
      <h1>{entry.values.${title}}</h1>${text}
    </>
  );
}
`;
}
