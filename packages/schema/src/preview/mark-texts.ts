import type { CollectionDocument, FieldShape, Json } from '../document.ts';
import { fieldKind } from '../field-types/kinds.ts';
import { isRecord, itemsOf } from '../own-value.ts';
import { markMarkdown } from './mark-markdown.ts';
import { markOf } from './marks.ts';
import { allPreviewCases, templateFields } from './preview-path.ts';

/** Puts marks into a value as it's published. @param path of its field in the draft: `sections.2.text` */
export type MarkTexts = (shape: FieldShape, value: Json, path: string) => Json;

/** A text that is an address is followed, not read. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/|#|\?|\.{1,2}\/)\S*$/i;

/**
 * Marks the texts that people read: text, textarea, Markdown and rich text. Texts with a pattern, and those that are a part of the
 * address of the entry's page, are names for programs: they stay as they are.
 */
export function textMarker(collection: CollectionDocument, entry: string, locale: string): MarkTexts {
  const inAddress = new Set(
    allPreviewCases(collection).flatMap(([, { path }]) => templateFields(path).map(({ field }) => field)),
  );
  return (shape, value, path) => {
    if (inAddress.has(path) || ('pattern' in shape && shape.pattern !== undefined)) return value;
    const mark = (): string => markOf({ entry, locale, path });
    const { prose } = fieldKind(shape.type);
    if (prose === 'richtext') return markRichtext(value, mark());
    if (typeof value !== 'string') return value;
    if (prose === 'markdown') return markMarkdown(value, mark());
    const isRead = prose === 'plain' && value.trim() !== '' && !ADDRESS.test(value);
    return isRead ? value + mark() : value;
  };
}

/** Published rich text with a mark in the first text of each paragraph and heading. Code is copied, so it has none. */
function markRichtext(node: Json, mark: string): Json {
  if (!isRecord(node) || node.type === 'codeBlock') return node;
  const content = itemsOf(node.content) as readonly Json[];
  const first = content.findIndex(isProse);
  return {
    ...node,
    ...('content' in node && {
      content: content.map((child, index) =>
        index === first && isRecord(child) ? { ...child, text: `${child.text}${mark}` } : markRichtext(child, mark),
      ),
    }),
  } as Json;
}

function isProse(node: Json): boolean {
  return (
    isRecord(node) && node.type === 'text' && !itemsOf(node.marks).some((one) => isRecord(one) && one.type === 'code')
  );
}
