import type { FieldType } from '@stele/schema';
import { isSameJson } from '@stele/schema';
import type { ComponentType } from 'react';
import { changes as words } from '#messages/changes';
import { RichtextChange } from '@/changes/richtext-change.tsx';
import { TextDiff } from '@/changes/text-diff.tsx';
import { formats } from '@/i18n/language.ts';
import { AssetsChange } from './assets-change.tsx';
import { CodeChange } from './code-change.tsx';
import { EntriesChange } from './entries-change.tsx';
import type { ChangeOf, ValueChangeProps } from './field-view.ts';
import { ObjectChange } from './object-change.tsx';
import { RowsChange } from './rows-change.tsx';
import { valueText } from './value-text.ts';

/** Changes that are shown otherwise than as those of a text, by type. */
const CHANGES: { readonly [Type in FieldType]?: unknown } = {
  richtext: RichtextChange,
  code: CodeChange,
  asset: AssetsChange,
  assets: AssetsChange,
  reference: EntriesChange,
  references: EntriesChange,
  object: ObjectChange,
  list: RowsChange,
  blocks: RowsChange,
};

/** The change of a value, as its type is read: words of texts, rows of lists, fields of objects, names of references. */
export default function ValueChange({ shape, before = null, after = null }: ValueChangeProps) {
  const Change = shape && (CHANGES[shape.type] as ComponentType<ChangeOf> | undefined);
  if (Change) return <Change shape={shape} before={before} after={after} Value={ValueChange} />;
  const telling = { words, formats };
  const [was, is] = [valueText(shape, before, telling), valueText(shape, after, telling)];
  if (was === is && !isSameJson(before, after)) return <p className="text-sm text-muted">{words.sameText}</p>;
  return <TextDiff before={was} after={is} />;
}
