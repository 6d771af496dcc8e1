export { checkRichtext, MAX_RICHTEXT_ISSUES, type RichtextIssue } from './check.ts';
export { isRichtextHref } from './href.ts';
export {
  EMBED_ENDPOINT,
  EMBED_MATCH,
  EMBED_NAME,
  type EmbeddedPage,
  type EmbedProvider,
  embeddedPage,
  embedProvidersOf,
  isSecureUrl,
} from './oembed.ts';
export { type RichtextResolver, renderRichtext } from './render.ts';
export {
  acceptsRichtextAttribute,
  isMarkName,
  isNodeName,
  MAX_RICHTEXT_DEPTH,
  RICHTEXT_MARK_ELEMENTS,
  RICHTEXT_MARKS,
  RICHTEXT_NODES,
  RICHTEXT_SIZE,
} from './rules.ts';
export { isBlankRichtext, richtextText, textToRichtext } from './text.ts';
export * from './types.ts';
export { type RichtextAssetUse, type RichtextUse, richtextAssets, richtextReferences } from './uses.ts';
export { VIDEO_PROVIDERS, type Video, type VideoProvider, videoOf, videoPlayerUrl } from './video.ts';
export type { RichtextPath } from './visit.ts';
