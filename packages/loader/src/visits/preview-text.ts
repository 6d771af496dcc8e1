import type { PreviewVisit } from './preview-visit.ts';

/** Texts of the bar that marks pages as a preview. */
export interface PreviewTexts {
  /**
   * The text during a preview; in English by default.
   *
   * @param until when a preview link ends; null for editors, whose preview doesn't
   */
  readonly text?: ((until: Date | null) => string) | undefined;
  /** The text once the link has ended, and published pages are shown. */
  readonly ended?: string | undefined;
}

/** How the bar looks. */
export const BAR_STYLE = {
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

/** The bar's text for someone who was let in. */
export function barText(
  visit: PreviewVisit,
  { text = inEnglish, ended = 'This preview has ended. You see the published website.' }: PreviewTexts,
): string {
  const until = visit.kind === 'visitor' ? visit.link?.expiresAt : null;
  return until === undefined ? ended : text(until);
}

function inEnglish(until: Date | null): string {
  if (until === null) return 'Preview';
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
    until,
  );
  return `Preview, until ${time} UTC`;
}
