import { isRecord, itemsOf } from '../own-value.ts';
import { isBlankText } from '../unicode.ts';
import { isAssetId, isEntryId } from './attributes.ts';
import { assetOfHref } from './href.ts';
import { type RichtextPath, visitNodes } from './visit.ts';

/** A place where rich text names an entry or an asset. */
export interface RichtextUse {
  path: RichtextPath;
  id: string;
}

/** The entries that rich text embeds or links to: each use, in reading order. The path leads to the id. */
export function richtextReferences(value: unknown): RichtextUse[] {
  const uses: RichtextUse[] = [];
  for (const { node, path } of visitNodes(value)) {
    if (node.type === 'embed' && isRecord(node.attrs) && isEntryId(node.attrs.entry)) {
      uses.push({ path: [...path, 'attrs', 'entry'], id: node.attrs.entry });
    }
    for (const [index, mark] of itemsOf(node.marks).entries()) {
      if (isRecord(mark) && mark.type === 'link' && isRecord(mark.attrs) && isEntryId(mark.attrs.entry)) {
        uses.push({ path: [...path, 'marks', index, 'attrs', 'entry'], id: mark.attrs.entry });
      }
    }
  }
  return uses;
}

/** A place where rich text shows an asset, or links to one. */
export interface RichtextAssetUse extends RichtextUse {
  /** Whether it's an image that has no text of its own there. */
  readonly isUndescribed: boolean;
}

/** The assets that rich text shows or links to: each use, in reading order. The path leads to the id, or the link's address. */
export function richtextAssets(value: unknown): RichtextAssetUse[] {
  const uses: RichtextAssetUse[] = [];
  for (const { node, path } of visitNodes(value)) {
    if (node.type === 'image' && isRecord(node.attrs) && isAssetId(node.attrs.asset)) {
      const isUndescribed = typeof node.attrs.alt !== 'string' || isBlankText(node.attrs.alt);
      uses.push({ path: [...path, 'attrs', 'asset'], id: node.attrs.asset, isUndescribed });
    }
    for (const [index, mark] of itemsOf(node.marks).entries()) {
      const id = isRecord(mark) && mark.type === 'link' && isRecord(mark.attrs) ? assetOfHref(mark.attrs.href) : null;
      if (id !== null) uses.push({ path: [...path, 'marks', index, 'attrs', 'href'], id, isUndescribed: false });
    }
  }
  return uses;
}
