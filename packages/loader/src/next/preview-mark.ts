import { draftMode } from 'next/headers.js';
import { createElement, type ReactElement } from 'react';
import { BAR_STYLE, barText, type PreviewTexts } from '../visits/preview-text.ts';
import type { PreviewSource } from '../visits/preview-visit.ts';
import { findPreviewVisit } from './preview-visit.ts';

export interface PreviewMarkProps extends PreviewSource, PreviewTexts {}

/**
 * A bar that marks pages as a preview, on which drafts are shown: put `<PreviewMark />` at the end of the layout's body. Visitors
 * of published pages don't get it.
 *
 * @throws LoaderError when the API can't be asked about a preview link
 */
export async function PreviewMark({ text, ended, ...source }: PreviewMarkProps): Promise<ReactElement | null> {
  if (!(await draftMode()).isEnabled) return null;
  const visit = await findPreviewVisit(source);
  return visit && createElement('div', { role: 'status', style: BAR_STYLE }, barText(visit, { text, ended }));
}
