import type { Json } from '@stele/schema';
import type { ControlIds } from './control.ts';

/** Scripts that are written from right to left, by the languages that use them unless they name another script. */
const RIGHT_TO_LEFT =
  /^(?:ar|arc|ckb|dv|fa|he|iw|ks|ku-arab|mzn|nqo|pnb|ps|sd|ug|ur|yi|[a-z]{2,3}-(?:arab|hebr|thaa|nkoo))(?:-|$)/i;

/** The direction in which a language is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(locale) && !/-(?:latn|cyrl)(?:-|$)/i.test(locale) ? 'rtl' : 'ltr';
}

/** Attributes of a form control of HTML. */
export function nativeProps({ labelId: _label, ...ids }: ControlIds) {
  return ids;
}

/** A value as text; '' for what is none. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
