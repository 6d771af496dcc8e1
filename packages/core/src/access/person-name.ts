import { isBlankText } from '@stele/schema';

/** Control characters, line breaks, lone surrogates, and characters that change the direction of text. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Names that records use for the system itself, in letters only. */
const RESERVED = new Set(['system', 'setup']);

/** Letters of other alphabets that look like those of the reserved names. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ѕ: 's',
  у: 'y',
  ү: 'y',
  т: 't',
  τ: 't',
  е: 'e',
  ε: 'e',
  м: 'm',
  υ: 'u',
  р: 'p',
  ρ: 'p',
};

/** Why a string can't be used as a name; null when it can. */
export function nameProblem(name: string): string | null {
  if (UNFIT.test(name)) return 'A name must not contain line breaks or control characters.';
  if (isBlankText(name)) return 'A name must contain visible characters.';
  return null;
}

/** Whether a name looks like the system's, whatever its spaces, dots and spelling. */
export function isReservedName(name: string): boolean {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '');
  return RESERVED.has(Array.from(letters, (letter) => LOOK_ALIKES[letter] ?? letter).join(''));
}
