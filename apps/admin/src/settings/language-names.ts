/** Languages that projects are written in most; any other tag can be typed. */
const CODES =
  'af am ar az be bg bn bs ca cs cy da de de-AT de-CH el en en-GB en-US es es-419 es-MX et eu fa fi fil fr fr-CA fr-CH ga gl gu he hi hr hu hy id is it it-CH ja ka kk km kn ko ky lb lo lt lv mk ml mn mr ms mt my nb ne nl nl-BE nn pa pl ps pt pt-BR pt-PT rm ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi yo zh zh-Hans zh-Hant zu'.split(
    ' ',
  );

/** A language to choose. */
interface LanguageChoice {
  readonly code: string;
  /** In the language that is spoken. */
  readonly name: string;
  /** In the language itself. */
  readonly ownName: string;
}

/** All languages on offer, by name. @param nameOf a tag's name in the user's language */
export function languageChoices(nameOf: (code: string) => string): readonly LanguageChoice[] {
  return CODES.map((code) => ({ code, name: nameOf(code), ownName: ownNameOf(code) })).sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}

/** Finds languages by words of their names or tags; names that begin with the words come first. */
export function findLanguages(choices: readonly LanguageChoice[], typed: string): readonly LanguageChoice[] {
  const wanted = fold(typed);
  if (wanted === '') return choices;
  const rank = ({ code, name, ownName }: LanguageChoice): number => {
    const texts = [code, name, ownName].map(fold);
    if (texts.includes(wanted)) return 0;
    if (texts.some((text) => text.startsWith(wanted))) return 1;
    return texts.some((text) => text.includes(wanted)) ? 2 : 3;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

/** A language tag in its usual spelling; null for what is none. */
export function languageTag(typed: string): string | null {
  const text = typed.trim();
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

function ownNameOf(code: string): string {
  try {
    return new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
