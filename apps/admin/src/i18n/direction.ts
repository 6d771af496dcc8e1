/** Scripts that are written from right to left, by the languages that use them unless they name another script. */
const RIGHT_TO_LEFT =
  /^(?:ar|arc|ckb|dv|fa|he|iw|ks|ku-arab|mzn|nqo|pnb|ps|sd|ug|ur|yi|[a-z]{2,3}-(?:arab|hebr|thaa|nkoo|syrc))(?:-|$)/i;

/** The direction in which a language is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(locale) && !/-(?:latn|cyrl)(?:-|$)/i.test(locale) ? 'rtl' : 'ltr';
}
