import { type TextPictureOptions, textPictures } from '../images/text-pictures.ts';

export type { TextPictureOptions } from '../images/text-pictures.ts';

/** A node of a tree of HTML (hast), as far as the plugin reads and writes it. */
interface HtmlNode {
  readonly type: string;
  readonly tagName?: string;
  properties?: Record<string, unknown>;
  readonly children?: readonly HtmlNode[];
}

/**
 * A plugin for rehype, and what's built on it, such as react-markdown:
 * `<Markdown rehypePlugins={[[stelePictures, post.values]]}>`. Pictures of Stele get their size, `srcset`, `sizes`, `loading`,
 * `decoding` and placeholder. Attributes that are there stay, and so do pictures from elsewhere.
 *
 * @param values of the entry that the text is of, as the loader hands them over
 */
export default function stelePictures(values: object, options?: TextPictureOptions): (tree: object) => void {
  return (tree) => {
    const describe = textPictures(values, options);
    const visit = (node: HtmlNode): void => {
      const { tagName, properties = {} } = node;
      if (tagName === 'img') {
        const has = (name: string): boolean => properties[name === 'srcset' ? 'srcSet' : name] !== undefined;
        const { srcset, ...added } = describe(String(properties.src), has);
        node.properties = { ...properties, ...(srcset && { srcSet: srcset }), ...added };
      }
      for (const child of node.children ?? []) visit(child);
    };
    visit(tree as HtmlNode);
  };
}
