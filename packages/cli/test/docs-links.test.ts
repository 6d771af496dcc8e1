import { existsSync } from 'node:fs';
import path from 'node:path';
import GitHubSlugger from 'github-slugger';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { expect, it } from 'vitest';
import { documentedPages } from './support/documented-commands.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const markdown = unified().use(remarkParse).use(remarkGfm);

/** Anchors of a page's headings, and where its links and pictures lead. */
function readPage(text: string): { readonly anchors: ReadonlySet<string>; readonly links: readonly string[] } {
  const slugger = new GitHubSlugger();
  const anchors = new Set<string>();
  const links: string[] = [];
  visit(markdown.parse(text), (node) => {
    if (node.type === 'heading') {
      let title = '';
      visit(node, (part) => {
        if (part.type === 'text' || part.type === 'inlineCode') title += part.value;
      });
      anchors.add(slugger.slug(title));
    }
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') links.push(node.url);
  });
  return { anchors, links };
}

it('every link within the documentation leads to a file that exists, and to one of its headings', async () => {
  const pages = new Map((await documentedPages()).map(({ page, text }) => [page, readPage(text)]));
  const within = [...pages].flatMap(([page, { links }]) =>
    links.filter((link) => !/^[a-z]+:/.test(link)).map((link) => ({ page, link })),
  );
  expect(within.length).toBeGreaterThan(200);
  const lost = within.filter(({ page, link }) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? page : path.join(path.dirname(page), decodeURIComponent(file));
    if (!existsSync(path.join(ROOT, target))) return true;
    return anchor !== undefined && pages.get(target)?.anchors.has(decodeURIComponent(anchor)) !== true;
  });
  expect(lost).toEqual([]);
});
