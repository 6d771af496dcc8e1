import type { ReactNode } from 'react';
import { directionOf } from '../i18n/direction.ts';
import { language } from '../i18n/language.ts';

/** Words of the admin among content: they run in the direction of the admin's language, whichever way the content does. */
export function Said({ children }: { readonly children: ReactNode }) {
  return <bdi dir={directionOf(language)}>{children}</bdi>;
}
