import { language } from './language.ts';
import type { Language } from './languages.ts';

/** Words that a module of `#messages` waits for. */
interface Waiting {
  /** Null before it begins, and once it has failed. */
  loading: Promise<void> | null;
  readonly load: () => Promise<void>;
}

const waiting = new Set<Waiting>();

/** Begins to load words in the language of this page. In browsers only: nothing is drawn elsewhere. */
export function loadWords<Words>(
  loaders: Readonly<Record<Language, () => Promise<Words>>>,
  take: (words: Words) => void,
) {
  if (typeof window === 'undefined') return;
  const words: Waiting = {
    loading: null,
    load: async () => {
      take(await loaders[language]());
      waiting.delete(words);
    },
  };
  waiting.add(words);
  void begin(words).catch(() => undefined);
}

/** A module, once it's loaded and the words of all modules that it imports are there. */
export async function withWords<Module>(loading: Promise<Module>): Promise<Module> {
  const module = await loading;
  await Promise.all([...waiting].map(begin));
  return module;
}

function begin(words: Waiting): Promise<void> {
  words.loading ??= words.load().catch((error: unknown) => {
    words.loading = null;
    throw error;
  });
  return words.loading;
}
