import { isAssetId, isEntryId } from './attributes.ts';
import { isRecord, itemsOf } from './record.ts';
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

/** The assets that rich text shows: each use, in reading order. The path leads to the id. */
export function richtextAssets(value: unknown): RichtextUse[] {
  const uses: RichtextUse[] = [];
  for (const { node, path } of visitNodes(value)) {
    if (node.type === 'image' && isRecord(node.attrs) && isAssetId(node.attrs.asset)) {
      uses.push({ path: [...path, 'attrs', 'asset'], id: node.attrs.asset });
    }
  }
  return uses;
}
