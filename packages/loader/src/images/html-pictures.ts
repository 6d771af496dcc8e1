import { type TextPictureOptions, textPictures } from './text-pictures.ts';

/** Comments and elements that hold plain text, which are left alone, and the tags of pictures. */
const PARTS =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea|title|iframe|xmp)\b[\s\S]*?(?:<\/\1|$)|<img(?=[\s/>])(?:"[^"]*"|'[^']*'|[^"'>])*>?/gi;
const ATTRIBUTE = /\s([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/**
 * HTML that was made of Markdown, with sizes, `srcset` and the rest on the pictures of Stele in it. Everything else stays byte by
 * byte, and so do attributes that are there.
 *
 * @param values the entry's, as the loader hands them over
 */
export function withPictures(html: string, values: object, options?: TextPictureOptions): string {
  const describe = textPictures(values, options);
  return html.replace(PARTS, (tag) => {
    if (!/^<img/i.test(tag)) return tag;
    const own = new Map<string, string>();
    for (const [, name = '', ...texts] of tag.matchAll(ATTRIBUTE)) {
      own.set(name.toLowerCase(), texts.find((text) => text !== undefined) ?? '');
    }
    const src = (own.get('src') ?? '').replace(/&(?:amp|#38|#x26);/gi, '&');
    const added = Object.entries(describe(src, (name) => own.has(name)));
    const text = added.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
    if (!tag.endsWith('>')) return tag;
    const rest = tag.slice(0, tag.endsWith('/>') ? -2 : -1).trimEnd();
    return rest + text + tag.slice(rest.length);
  });
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
