import type { Formats } from '@/i18n/formats.ts';
import type { Told } from '@/i18n/told.ts';

const WHO = '\u0001';
const TITLE = '\u0002';

/** Makes out of a record what sentences say. */
export function toldOf(data: Readonly<Record<string, unknown>>, formats: Formats): Told {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const from = data.from !== null && typeof data.from === 'object' ? (data.from as Record<string, unknown>) : null;
  const locales = Array.isArray(data.locales) ? data.locales.filter((one) => typeof one === 'string') : [];
  const name = text(data.name) || text(data.filename);
  const oldName = text(from?.name);
  return {
    who: WHO,
    title: TITLE,
    name,
    email: text(data.email),
    languages: formats.list(locales.map(formats.language)),
    role: text(data.to) || text(data.role),
    before: text(data.from),
    oldName: oldName === name ? '' : oldName,
    version: Number(data.version ?? data.to_version) || 0,
    published: text(data.published_at) && formats.moment(text(data.published_at)),
  };
}

/** How an action is told; undefined for one of a newer release. */
export function tellerOf(
  actions: Readonly<Record<string, (told: Told) => string>>,
  action: string,
): ((told: Told) => string) | undefined {
  return Object.hasOwn(actions, action) ? actions[action] : undefined;
}

/** A sentence cut where the name of whoever did it and the entry's title go. */
export function sentenceParts(sentence: string): readonly ('who' | 'title' | { readonly text: string })[] {
  return sentence
    .split(new RegExp(`(${WHO}|${TITLE})`))
    .filter((part) => part !== '')
    .map((part) => (part === WHO ? 'who' : part === TITLE ? 'title' : { text: part }));
}

/** An action that there are no words for, as it can be read: `asset.give_up` becomes "asset give up". */
export function plainAction(action: string): string {
  return action.replace(/[._]/g, ' ');
}
