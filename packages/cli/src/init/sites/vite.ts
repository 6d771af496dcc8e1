import {
  changeConfig,
  type FirstPage,
  newFile,
  type Proposed,
  type ReadSite,
  type SiteProposal,
  toProposal,
} from './site-change.ts';

/** Proposes the files of a site with Vite: the plugin, a module that shows entries, and its place in the page. */
export async function proposeVite(read: ReadSite, page: FirstPage): Promise<SiteProposal> {
  return toProposal([
    await changeConfig(read, {
      files: ['vite.config.js', 'vite.config.ts', 'vite.config.mjs', 'vite.config.mts'],
      tool: 'vite',
      from: '@stele/loader/vite',
      parts: [{ key: 'plugins', item: 'stele()', isList: true, mark: 'stele' }],
      comment: '// STELE_DRAFTS=1 and STELE_DRAFT_TOKEN show drafts: a preview.\n',
    }),
    await newFile(read, `src/${page.collection}.js`, moduleSource(page)),
    await html(read, page),
  ]);
}

async function html(read: ReadSite, { collection, locale }: FirstPage): Promise<Proposed> {
  const file = 'index.html';
  const before = await read(file);
  const lines = `    <ul id="${collection}"></ul>\n    <script type="module" src="/src/${collection}.js"></script>\n`;
  if (before === null) {
    const after = `<!doctype html>\n<html lang="${locale}">\n  <head>\n    <meta charset="utf-8" />\n    <title>${collection}</title>\n  </head>\n  <body>\n${lines}  </body>\n</html>\n`;
    return { file, before, after };
  }
  if (before.includes(`/src/${collection}.js`)) return null;
  const end = /^[ \t]*<\/body>/m;
  if (!end.test(before)) return { file, add: lines };
  return { file, before, after: before.replace(end, (close) => `${lines}${close}`) };
}

function moduleSource({ collection, locale, title }: FirstPage): string {
  return `import entries from 'virtual:stele/${collection}/${locale}';

const list = document.getElementById('${collection}');
for (const { values } of entries) {
  const item = document.createElement('li');
  item.textContent = values.${title};
  list.append(item);
}
`;
}
