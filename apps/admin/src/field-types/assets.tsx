import { assetIdOf, assetValuesIn, type Json } from '@stele/schema';
import { lazy, Suspense } from 'react';
import { withWords } from '@/i18n/load-words.ts';
import type { FieldView } from './field-view.ts';

const AssetCell = lazy(() => withWords(import('./asset-cell.tsx')));

export const assetsView: FieldView = {
  tells: 'picture',
  isColumn: true,
  Cell({ value }) {
    const [use] = assetValuesIn(value);
    return <Suspense>{use && <AssetCell id={assetIdOf(use)} />}</Suspense>;
  },
  text: (_shape, value) => (Array.isArray(value) ? value.map(fileName).join(', ') : ''),
};

export const assetView: FieldView = { ...assetsView, isSetTogether: true, text: (_shape, value) => fileName(value) };

/** The name of a file, and its text: published values hold both, drafts only the id. */
function fileName(value: Json): string {
  if (typeof value === 'string') return value;
  if (!value || typeof value !== 'object' || Array.isArray(value)) return '';
  const { asset, filename = asset, alt } = value as { asset?: Json; filename?: Json; alt?: Json };
  return [filename, alt].filter((one) => typeof one === 'string' && one !== '').join(': ');
}
