import { createLoader } from '@stele/loader';
import { withPictures } from '@stele/loader/website';
import markdownIt from 'markdown-it';

// STELE_DRAFTS=1 shows drafts, and with STELE_ADMIN_URL, texts name their fields to the editor's live preview.
const showsDrafts = process.env.STELE_DRAFTS === '1';
const admin = showsDrafts && process.env.STELE_ADMIN_URL;
const stele = createLoader({ drafts: showsDrafts, marks: Boolean(admin) });
// HTML in Markdown stays text.
const markdown = markdownIt();

/** All pages of the site, by their paths. */
export async function readPages() {
  await stele.refresh();
  const posts = await stele.load('posts', { locale: 'en' });
  const list = posts.map(({ values }) => {
    const { title, slug, summary, hero } = values;
    return `<article>${picture(hero, values)}<h2><a href="/posts/${slug}/">${escaped(title)}</a></h2><p>${escaped(summary)}</p></article>`;
  });
  const pages = new Map([['/', page('Posts', `<h1>Posts</h1>${list.join('')}`)]]);
  for (const { values } of posts) {
    const { title, slug, hero, body } = values;
    const content = `<p><a href="/">All posts</a></p><h1>${escaped(title)}</h1>${picture(hero, values)}${withSizes(markdown.render(body ?? ''), values)}`;
    pages.set(`/posts/${slug}/`, page(title, content));
  }
  return pages;
}

/** HTML whose pictures come in several sizes: none is shown wider than a page, which is 42rem. */
function withSizes(html, values) {
  return withPictures(html, values, { width: 672 });
}

function picture(asset, values) {
  return asset ? withSizes(`<img src="${asset.url}" alt="${escaped(asset.alt)}">`, values) : '';
}

/** The site's sign: hills, as an address of its own. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%232f4a3c'/%3E%3Cpath d='M5 24l8-12 5 7 3-4 6 9z' fill='%23f3efe4'/%3E%3C/svg%3E";

function page(title, content) {
  const style =
    'body{font:1.1rem/1.6 system-ui;max-width:42rem;margin:2rem auto;padding:0 1rem}img{max-width:100%;height:auto}';
  const preview = `<script type="module">import { connectPreview } from '/preview.js'; connectPreview({ admin: '${admin}' });</script>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="${ICON}"><title>${escaped(title)}</title><style>${style}</style>${content}${admin ? preview : ''}</html>`;
}

function escaped(text) {
  const names = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return (text ?? '').replace(/[&<>"]/g, (character) => names[character]);
}
