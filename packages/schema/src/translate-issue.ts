import { CHECK_MESSAGES, type CheckMessages } from './check-messages.ts';

/** Messages that name a list. */
const LISTING: ReadonlySet<string> = new Set<keyof CheckMessages>(['oneOf', 'blockType']);

type Says = string | ((...args: unknown[]) => string);

/** One message in English, and in another language. */
interface Translation {
  readonly english: RegExp;
  into(args: readonly string[]): string;
}

/**
 * A function that says in another language what the checks of values say in English, as the API does. It returns null for
 * other sentences.
 */
export function issueTranslator(language: CheckMessages): (message: string) => string | null {
  const translations = (Object.keys(CHECK_MESSAGES) as (keyof CheckMessages)[]).map((key) =>
    translation(key, CHECK_MESSAGES[key] as Says, language[key] as Says),
  );
  return (message) => {
    for (const { english, into } of translations) {
      const found = english.exec(message);
      if (found) return into(found.slice(1));
    }
    return null;
  };
}

function translation(key: keyof CheckMessages, english: Says, other: Says): Translation {
  const given = (arg: string): unknown => (LISTING.has(key) ? [arg] : arg);
  const say = (says: Says, args: readonly string[]): string =>
    typeof says === 'string' ? says : says(...args.map(given));
  // U+E000 and those behind it stand for what a message names: no message uses them.
  const marks = Array.from({ length: typeof english === 'string' ? 0 : english.length }, (_, index) =>
    String.fromCharCode(0xe000 + index),
  );
  const form = say(english, marks)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/[\ue000-\ue0ff]/g, '([^]*)');
  return { english: new RegExp(`^${form}$`), into: (args) => say(other, args) };
}
