import { runHighlighterWithAstro } from '@astrojs/prism/dist/highlighter';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';

/** Languages that Prism calls otherwise, or lacks, and what comes close. */
const OTHERS = {
  cjs: 'js',
  mjs: 'js',
  cts: 'ts',
  mts: 'ts',
  jsonc: 'json',
  json5: 'json',
  mdx: 'markdown',
  mdoc: 'markdown',
  svelte: 'html',
  vue: 'html',
  env: 'ini',
  dotenv: 'ini',
  toml: 'ini',
  prisma: 'graphql',
  sh: 'bash',
  zsh: 'bash',
};
const PLAIN = new Set(['', 'text', 'txt', 'plaintext', 'plain', 'csv', 'none']);

const known = new Map();

/** Colours code. Translations have most of it in common, so what was coloured once is kept. */
export function remarkHighlight() {
  return (tree) => {
    visit(tree, 'code', (node) => {
      const named = (node.lang ?? '').toLowerCase();
      const language = OTHERS[named] ?? named;
      if (PLAIN.has(language)) return;
      const key = `${language}\n${node.value}`;
      const children = known.get(key) ?? highlight(language, node.value);
      known.set(key, children);
      node.data = { ...node.data, hChildren: structuredClone(children) };
    });
  };
}

function highlight(language, code) {
  const { html } = runHighlighterWithAstro(language, code);
  // A language that Prism doesn't know comes back as it is, and isn't HTML.
  if (html === code) return [{ type: 'text', value: code }];
  return fromHtml(html, { fragment: true }).children;
}
