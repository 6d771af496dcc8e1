/** Control characters, line breaks, half surrogate pairs, and characters that change the direction of text. */
const UNFIT = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Characters that can't be seen. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\s]/gu;

/** Names of the system itself in records, as letters only. */
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

/** Says why a text can't be shown as a name; null when it can. */
export function nameProblem(name: string): string | null {
  if (UNFIT.test(name)) return 'A name holds no line breaks or control characters.';
  if (name.replace(INVISIBLE, '') === '') return 'A name has something to see in it.';
  return null;
}

/** Whether a name could be taken for the system's, however it's spaced, dotted or spelt. */
export function isReservedName(name: string): boolean {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '');
  return RESERVED.has(Array.from(letters, (letter) => LOOK_ALIKES[letter] ?? letter).join(''));
}
