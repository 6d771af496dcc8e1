export { type RichTextOembed, type RichTextOptions, type RichTextVideo, renderRichText } from './render-rich-text.ts';
export { renderVideo } from './render-video.ts';
