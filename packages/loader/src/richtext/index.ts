export { type RichTextOembed, type RichTextOptions, type RichTextVideo, renderRichText } from './render-rich-text.ts';
