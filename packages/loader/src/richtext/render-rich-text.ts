import type { PublishedAsset, PublishedReference, PublishedRichtext } from '@stele/schema';
import { isRichtextHref, isSecureUrl } from '@stele/schema';
import { withPictures } from '../images/html-pictures.ts';
import type { TextPictureOptions } from '../images/text-pictures.ts';
import { element, escaped } from './html.ts';
import { renderInlines } from './render-inlines.ts';
import { renderVideo } from './render-video.ts';

/** Rich text as a loader hands it over. */
type Document = PublishedRichtext<PublishedAsset>;
type Block = Document['content'][number];
type BlockOf<Type extends Block['type']> = Extract<Block, { readonly type: Type }>;
type Table = BlockOf<'table'>;
type Item = BlockOf<'bulletList'>['content'][number] | BlockOf<'taskList'>['content'][number];

/** A video of another site in rich text. */
export type RichTextVideo = BlockOf<'video'>['attrs'];

/** A page of another site in rich text, and what the site says of it. */
export type RichTextOembed = BlockOf<'oembed'>['attrs'];

/** How a website shows the entries and pictures in rich text. */
export interface RichTextOptions {
  /** The address of an entry that a link names, such as `/posts/first/`; its path by default. A link without one is plain text. */
  readonly link?: (entry: PublishedReference) => string | null | undefined | Promise<string | null | undefined>;
  /** The HTML of an entry that is embedded. Without it, embedded entries are left out. */
  readonly embed?: (entry: PublishedReference) => string | Promise<string>;
  /**
   * How videos of other sites are shown: as links, by default; as frames in which nothing is loaded from the other site before a
   * click; or as the HTML that a function returns.
   */
  readonly videos?: 'link' | 'frame' | ((video: RichTextVideo) => string | Promise<string>);
  /** The HTML of a page of another site. Without it, there is a link with its title. */
  readonly oembed?: (page: RichTextOembed) => string | Promise<string>;
  /** How pictures are shown: how wide at most, and in which format. `false` leaves out `srcset`, sizes and the rest. */
  readonly pictures?: TextPictureOptions | false;
}

/**
 * Rich text as HTML: of all nodes and marks that Stele has, with escaped text, and with sizes and `srcset` on pictures.
 *
 * @param document a value of a `richtext` field; nothing for a field without one
 * @throws what `link` and `embed` throw
 */
export async function renderRichText(
  document: Document | null | undefined,
  options: RichTextOptions = {},
): Promise<string> {
  return document ? blocks(document.content, options) : '';
}

async function blocks(content: readonly Block[] = [], options: RichTextOptions): Promise<string> {
  const parts: string[] = [];
  for (const block of content) parts.push(await renderBlock(block, options));
  return parts.join('');
}

async function renderBlock(block: Block, options: RichTextOptions): Promise<string> {
  const within = (content?: readonly Block[]) => blocks(content, options);
  switch (block.type) {
    case 'paragraph':
      return element('p', {}, await renderInlines(block.content, hrefBy(options)));
    case 'heading':
      return element(`h${block.attrs.level}`, {}, await renderInlines(block.content, hrefBy(options)));
    case 'bulletList':
      return element('ul', {}, await items(block.content, options));
    case 'orderedList': {
      const { start = 1, type } = block.attrs ?? {};
      const attributes = { start: start === 1 ? null : String(start), type: type === '1' ? null : type };
      return element('ol', attributes, await items(block.content, options));
    }
    case 'taskList':
      return element('ul', { 'data-type': 'taskList' }, await items(block.content, options));
    case 'blockquote':
      return element('blockquote', {}, await within(block.content));
    case 'codeBlock': {
      const { language } = block.attrs ?? {};
      const code = escaped((block.content ?? []).map(({ text }) => text).join(''));
      return element('pre', {}, element('code', { class: language ? `language-${language}` : null }, code));
    }
    case 'horizontalRule':
      return '<hr>';
    case 'table':
      return table(block, within);
    case 'image':
      return picture(block.attrs, options.pictures);
    case 'embed':
      return (await options.embed?.(block.attrs.entry)) ?? '';
    case 'video':
      return typeof options.videos === 'function'
        ? options.videos(block.attrs)
        : renderVideo(block.attrs, options.videos);
    case 'oembed':
      return (await options.oembed?.(block.attrs)) ?? pageLink(block.attrs);
    default:
      // A node of a later version.
      return '';
  }
}

/** A page of another site as a link, from which nothing of it is loaded. */
function pageLink({ url, title, author }: RichTextOembed): string {
  if (!isSecureUrl(url)) return '';
  const words = [title || url, ...(title && author ? [author] : [])].join(' – ');
  return element('p', {}, element('a', { href: url, rel: 'noopener' }, escaped(words)));
}

async function items(content: readonly Item[], options: RichTextOptions): Promise<string> {
  const parts: string[] = [];
  for (const item of content) {
    const [first, ...rest] = item.content;
    // A line of a list is no paragraph of its own, unless others follow it.
    const isLine = first?.type === 'paragraph' && !rest.some(({ type }) => type === 'paragraph');
    const text = isLine
      ? (await renderInlines(first.content, hrefBy(options))) + (await blocks(rest, options))
      : await blocks(item.content, options);
    const box =
      item.type === 'taskItem' ? `<input type="checkbox" disabled${item.attrs.checked ? ' checked' : ''}> ` : '';
    parts.push(element('li', {}, box + text));
  }
  return parts.join('');
}

async function table({ content }: Table, within: (content?: readonly Block[]) => Promise<string>): Promise<string> {
  const rows: { readonly html: string; readonly isHead: boolean }[] = [];
  for (const { content: cells = [] } of content) {
    const parts: string[] = [];
    for (const { type, attrs = {}, content: held } of cells) {
      const { colspan = 1, rowspan = 1, align } = attrs;
      const attributes = {
        colspan: colspan === 1 ? null : String(colspan),
        rowspan: rowspan === 1 ? null : String(rowspan),
        style: align ? `text-align:${align}` : null,
      };
      parts.push(element(type === 'tableHeader' ? 'th' : 'td', attributes, await within(held)));
    }
    const isHead = cells.length > 0 && cells.every(({ type }) => type === 'tableHeader');
    rows.push({ html: element('tr', {}, parts.join('')), isHead });
  }
  const [first, ...others] = rows;
  const hasHead = first?.isHead === true && !content[0]?.content?.some(({ attrs }) => (attrs?.rowspan ?? 1) > 1);
  const head = hasHead ? element('thead', {}, first.html) : '';
  const body = (hasHead ? others : rows).map(({ html }) => html).join('');
  return element('table', {}, head + (body === '' ? '' : element('tbody', {}, body)));
}

function picture(attrs: BlockOf<'image'>['attrs'], pictures: RichTextOptions['pictures']): string {
  const { asset, alt, caption, size, align } = attrs;
  const image = element('img', { src: asset.url, alt: alt ?? asset.alt ?? '' }, null);
  const html = pictures === false ? image : withPictures(image, { asset }, pictures);
  const shown = caption ?? asset.caption;
  const credit = asset.credit && element('small', {}, escaped(asset.credit));
  const texts = [shown && escaped(shown), credit].filter(Boolean).join(' ');
  const figure = { 'data-size': size, 'data-align': align };
  return element('figure', figure, html + (texts === '' ? '' : element('figcaption', {}, texts)));
}

/** Where a link leads; null for nowhere. */
function hrefBy({ link }: RichTextOptions) {
  return async ({
    href,
    entry,
  }: {
    href?: string | null;
    entry?: PublishedReference | null;
  }): Promise<string | null> => {
    if (entry) return (link ? await link(entry) : entry.path) ?? null;
    return href && isRichtextHref(href) ? href : null;
  };
}
