const RIGHT_TO_LEFT =
  /^(?:ar|arc|ckb|dv|fa|ha-arab|he|ks|ku-arab|ps|sd|ug|ur|yi)(?:-|$)|-(?:arab|hebr|thaa|nkoo|syrc)(?:-|$)/i;

/** In which direction a language is written. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(locale) ? 'rtl' : 'ltr';
}
