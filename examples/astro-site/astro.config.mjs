import { steleBuild } from '@stele/loader/astro';
import { defineConfig } from 'astro/config';
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import remarkDirective from 'remark-directive';
import { remarkAsides } from './src/markdown/asides.mjs';
import { remarkCodeTitles } from './src/markdown/code-titles.mjs';
import { remarkHighlight } from './src/markdown/highlight.mjs';
import { remarkNoIndentedCode } from './src/markdown/no-indented-code.mjs';
import { remarkPictures } from './src/markdown/pictures.mjs';
import { safeHtml } from './src/markdown/safe-html.mjs';

const contentUrl = (process.env.STELE_CONTENT_URL ?? 'http://localhost:3002').replace(/\/+$/, '');

export default defineConfig({
  integrations: [steleBuild()],
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  trailingSlash: 'always',
  build: { inlineStylesheets: 'never' },
  image: { domains: [new URL(contentUrl).hostname] },
  devToolbar: { enabled: false },
  markdown: {
    syntaxHighlight: false,
    remarkPlugins: [
      remarkNoIndentedCode,
      remarkDirective,
      remarkAsides,
      remarkCodeTitles,
      remarkHighlight,
      [remarkPictures, { from: contentUrl }],
    ],
    rehypePlugins: [rehypeRaw, [rehypeSanitize, safeHtml({ from: contentUrl })]],
  },
});
