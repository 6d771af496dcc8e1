import { withPlainLetters } from './folded.ts';
import { normalized } from './unicode.ts';

/** Most characters of a slug that is made, unless its field says otherwise: addresses stay readable. */
const MAX_MADE = 96;

const GERMAN: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * The slug that a title makes: its words in lower case with hyphens between. Latin letters lose their accents, in German
 * `ä` is spelled `ae`; ligatures become letters, and other scripts stay as they are.
 *
 * @param locale language of the title
 * @param max most characters
 */
export function slugFrom(title: string, locale = 'en', max = MAX_MADE): string {
  const lower = normalized(title, 'NFKC').toLowerCase();
  const spelled = /^(?:de|gsw)\b/i.test(locale) ? lower.replace(/[äöü]/g, (letter) => GERMAN[letter] ?? letter) : lower;
  const words = withPlainLetters(spelled)
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/[^\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const characters = [...words];
  if (characters.length <= max) return words;
  const cut = characters.slice(0, max + 1).join('');
  // A word that doesn't fit goes as a whole, unless it's the only one.
  const whole = cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : characters.slice(0, max).join('');
  return whole.replace(/-+$/, '');
}
