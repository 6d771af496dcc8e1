import { draftMode } from 'next/headers.js';
import { createElement, type ReactElement } from 'react';
import { findPreviewVisit, type PreviewSource } from './preview-visit.ts';

/** What `<PreviewMark>` takes. */
export interface PreviewMarkProps extends PreviewSource {
  /**
   * What it says; in English by default.
   *
   * @param until when a preview link ends; null for editors, whose preview doesn't
   */
  readonly text?: ((until: Date | null) => string) | undefined;
  /** What it says once the link has ended, and published pages are shown. */
  readonly ended?: string | undefined;
}

const ENDED = 'This preview has ended. You see the published website.';
const STYLE = {
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: 2147483647,
  padding: '0.5rem 1rem',
  background: '#111',
  color: '#fff',
  font: '600 0.875rem/1.4 system-ui, sans-serif',
  textAlign: 'center',
  pointerEvents: 'none',
} as const;

/**
 * A bar that marks pages as a preview, on which drafts are shown: put `<PreviewMark />` at the end of the layout's body. Visitors
 * of published pages don't get it.
 *
 * @throws LoaderError when the API can't be asked about a preview link
 */
export async function PreviewMark({
  text = inEnglish,
  ended = ENDED,
  ...source
}: PreviewMarkProps): Promise<ReactElement | null> {
  if (!(await draftMode()).isEnabled) return null;
  const visit = await findPreviewVisit(source);
  if (!visit) return null;
  const until = visit.kind === 'visitor' ? visit.link?.expiresAt : null;
  const said = until === undefined ? ended : text(until);
  return createElement('div', { role: 'status', style: STYLE }, said);
}

function inEnglish(until: Date | null): string {
  if (until === null) return 'Preview';
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    until,
  );
  return `Preview, until ${time} UTC`;
}
