/** A place where Markdown names an asset as `asset:ID`. */
interface MarkdownAsset {
  readonly id: string;
  /** Whether it's a picture without an alternative text there: `![](asset:ID)`. */
  readonly isUndescribed: boolean;
}

/** The replacement of an asset's name in published Markdown. */
export interface MarkdownAssetText {
  readonly url: string;
  /** The description of the picture; null or empty when no one wrote any. */
  readonly alt: string | null;
}

const MENTION = /(!\[\]\(<?)?(?<![\w-])asset:(ast_[0-9a-z]{1,60})(?![\w-])/g;
/** An address below a project's media, as `asset:ID` is published. */
const PUBLISHED = /\.\.\/\.\.\/media\/(ast_[0-9a-z]{1,60})\/[0-9a-f]{24}\/[A-Za-z0-9-]*\.[a-z0-9]+/g;

/** The assets that Markdown names, in reading order: each `asset:ID`. */
export function markdownAssets(markdown: string): MarkdownAsset[] {
  return Array.from(markdown.matchAll(MENTION), ([, picture, id = '']) => ({ id, isUndescribed: Boolean(picture) }));
}

/**
 * Markdown as it's published: with addresses in place of `asset:ID`. A picture without a text of its own gets the asset's.
 * Names that can't be resolved stay unchanged.
 *
 * @param resolve the replacement of an asset; null when it isn't there
 */
export function renderMarkdown(markdown: string, resolve: (assetId: string) => MarkdownAssetText | null): string {
  return markdown.replace(MENTION, (mention, picture: string | undefined, id: string) => {
    const asset = resolve(id);
    if (!asset) return mention;
    return picture ? `![${escaped(asset.alt ?? '')}${picture.slice(2)}${asset.url}` : asset.url;
  });
}

/**
 * Markdown with `asset:ID` in place of published addresses.
 *
 * @param isUse whether an asset was named so; addresses of others were written by hand, and stay
 */
export function unrenderMarkdown(markdown: string, isUse: (assetId: string) => boolean): string {
  return markdown.replace(PUBLISHED, (address, id: string) => (isUse(id) ? `asset:${id}` : address));
}

/** A text as it may stand between the brackets of a picture. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\[\]]/g, '\\$&');
}
