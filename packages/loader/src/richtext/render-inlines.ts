import type { PublishedAsset, PublishedReference, PublishedRichtext } from '@stele/schema';
import { isSameJson, RICHTEXT_MARK_ELEMENTS } from '@stele/schema';
import { element, escaped } from './html.ts';

type Block = PublishedRichtext<PublishedAsset>['content'][number];
type Inline = NonNullable<Extract<Block, { readonly type: 'paragraph' }>['content']>[number];
type Mark = NonNullable<Inline['marks']>[number];
type LinkAttributes = Extract<Mark, { readonly type: 'link' }>['attrs'];
/** Where a link leads; null for nowhere. */
type HrefOf = (link: { href?: string | null; entry?: PublishedReference | null }) => Promise<string | null>;

/** Colours that say nothing but a colour. */
const COLOUR = /^(#[0-9a-f]{3,8}|[a-z]{3,30})$/i;

/** A line of rich text as HTML. Neighbours with the same mark are in one element. @param depth how many marks are written already */
export async function renderInlines(content: readonly Inline[] = [], hrefOf: HrefOf, depth = 0): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at < content.length; ) {
    const first = content[at] as Inline;
    const mark = first.marks?.[depth];
    if (mark === undefined) {
      parts.push(first.type === 'text' ? escaped(first.text) : '<br>');
      at++;
      continue;
    }
    let end = at + 1;
    while (end < content.length && isSameJson(content[end]?.marks?.[depth] as never, mark as never)) end++;
    parts.push(await marked(mark, await renderInlines(content.slice(at, end), hrefOf, depth + 1), hrefOf));
    at = end;
  }
  return parts.join('');
}

async function marked(mark: Mark, html: string, hrefOf: HrefOf): Promise<string> {
  if (mark.type === 'link') return linked(mark.attrs, html, await hrefOf(mark.attrs));
  const name = RICHTEXT_MARK_ELEMENTS[mark.type];
  const color = mark.type === 'highlight' ? mark.attrs?.color : null;
  const style = color && COLOUR.test(color) ? `background-color:${color}` : null;
  // A mark of a later version has no element.
  return name ? element(name, { style }, html) : html;
}

function linked({ target, rel, class: className, title }: LinkAttributes, html: string, href: string | null): string {
  if (href === null) return html;
  return element('a', { href, target, rel: rel ?? (target ? 'noopener' : null), class: className, title }, html);
}
