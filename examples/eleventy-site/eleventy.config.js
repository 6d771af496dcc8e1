import MarkdownIt from 'markdown-it';
import { addPreview } from './preview.js';

const markdown = new MarkdownIt();

export default function (config) {
  config.addFilter('markdown', (text) => markdown.render(text ?? ''));
  if (process.env.STELE_DRAFTS === '1') addPreview(config);
  return { dir: { input: 'src', output: '_site' } };
}
