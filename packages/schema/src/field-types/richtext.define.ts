import { z } from 'zod';
import { boundedArray } from '../bounded.ts';
import { canonicalText } from '../canonical.ts';
import type { Json } from '../document.ts';
import type { FieldOptions } from '../fields.ts';
import { isObject } from '../own-value.ts';
import type { PublishedAsset } from '../published.ts';
import {
  EMBED_ENDPOINT,
  EMBED_MATCH,
  EMBED_NAME,
  type PublishedRichtext,
  RICHTEXT_MARKS,
  RICHTEXT_NODES,
  RICHTEXT_SIZE,
  type RichtextDocument,
  renderRichtext,
  richtextAssets,
  richtextReferences,
  richtextText,
  textToRichtext,
  VIDEO_PROVIDERS,
} from '../richtext/index.ts';
import { type Constraints, declared } from './builder.ts';
import { collections } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';
import { publishedId } from './reference.define.ts';
import type { RichtextShape } from './richtext.ts';

/** Nodes that `allow` doesn't concern. */
const BY_PROVIDER: readonly string[] = ['video', 'oembed'];

export const richtextDefinition: FieldDefinition<RichtextShape> = {
  constraints: () => ({
    allow: boundedArray(z.string().max(64), { max: 100 }).optional(),
    collections: collections.optional(),
    pictures: z
      .strictObject({
        sizes: boundedArray(z.string().regex(RICHTEXT_SIZE), { min: 1, max: 10 }).optional(),
        align: z.boolean().optional(),
      })
      .optional(),
    videos: boundedArray(z.enum(VIDEO_PROVIDERS), { min: 1, max: 10 }).optional(),
    embeds: boundedArray(
      z.strictObject({
        name: z.string().regex(EMBED_NAME),
        match: boundedArray(z.string().max(500).regex(EMBED_MATCH), { min: 1, max: 20 }),
        endpoint: z.string().max(500).regex(EMBED_ENDPOINT),
      }),
      { min: 1, max: 20 },
    ).optional(),
  }),
  checkSense(shape, path, sensing) {
    sensing.collections(shape.collections ?? [], [...path, 'collections']);
    const known: readonly string[] = [
      ...RICHTEXT_NODES.filter((name) => !BY_PROVIDER.includes(name)),
      ...RICHTEXT_MARKS,
    ];
    for (const [index, name] of (shape.allow ?? []).entries()) {
      if (known.includes(name)) continue;
      sensing.unknown(`Rich text has no "${name}"`, name, () => known, [...path, 'allow', index]);
    }
    const { sizes = [] } = shape.pictures ?? {};
    sensing.noRepeats(sizes, (index) => [...path, 'pictures', 'sizes', index], 'size');
    sensing.noRepeats(shape.videos ?? [], (index) => [...path, 'videos', index], 'provider');
    const names = (shape.embeds ?? []).map(({ name }) => name);
    sensing.noRepeats(names, (index) => [...path, 'embeds', index, 'name'], 'provider');
  },
  isLooser(rule, was, now) {
    // Without the rule, there are no videos.
    if (rule === 'videos') return (was.videos ?? []).every((one) => now.videos?.includes(one));
    if (rule === 'embeds') {
      return (was.embeds ?? []).every(({ name, match }) => {
        const then = now.embeds?.find((one) => one.name === name)?.match ?? [];
        return match.every((one) => then.includes(one));
      });
    }
    if (rule !== 'pictures') return undefined;
    const sizes = now.pictures?.sizes ?? [];
    const areKept = (was.pictures?.sizes ?? []).every((size) => sizes.includes(size));
    return areKept && (!was.pictures?.align || now.pictures?.align === true);
  },
  convert(value) {
    if (typeof value !== 'string') return null;
    const document = textToRichtext(value);
    return { value: document, lossless: richtextText(document) === value };
  },
  asText(value) {
    const text = richtextText(value);
    return { value: text, lossless: canonicalText(textToRichtext(text)) === canonicalText(value) };
  },
  published: (_shape, writing) => writing.support('Richtext'),
  references: (shape, value) =>
    richtextReferences(value).map(({ path, id }) => ({ path, id, collections: shape.collections ?? null })),
  assets: (_shape, value) =>
    richtextAssets(value).map(({ path, id, isUndescribed }) => ({
      path,
      id,
      accept: null,
      needsText: isUndescribed,
      isWithinText: true,
    })),
  texts: (value) => [richtextText(value)],
  publish: (_shape, value, publishing) => renderRichtext(value, publishing),
  unpublish: unpublishNode,
};

/** Rich text with the entries and assets of its attributes as ids. */
function unpublishNode(node: Json, text: (value: Json) => Json): Json {
  if (Array.isArray(node)) return node.map((one: Json) => unpublishNode(one, text));
  if (!isObject(node)) return node;
  const attribute = (name: string, value: Json): Json => {
    if (name === 'href') return text(value);
    return name === 'entry' || name === 'asset' ? publishedId(value) : value;
  };
  return Object.fromEntries(
    Object.entries(node).map(([key, value]): [string, Json] => {
      if (key === 'content' || key === 'marks') return [key, unpublishNode(value, text)];
      if (key !== 'attrs' || !isObject(value)) return [key, value];
      const attrs = Object.entries(value).map(([name, own]): [string, Json] => [name, attribute(name, own)]);
      return [key, Object.fromEntries(attrs)];
    }),
  );
}

/** Text with structure, as a ProseMirror document. */
export function richtext<const O extends FieldOptions<RichtextDocument> & Constraints<RichtextShape>>(options?: O) {
  return declared<RichtextDocument, PublishedRichtext<PublishedAsset>, O>({ type: 'richtext' }, options);
}
