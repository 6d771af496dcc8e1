export { type RichTextOptions, renderRichText } from './render-rich-text.ts';
