import type { AuditWords } from '#messages/audit';
import type { EventFacts } from '@/i18n/event-facts.ts';
import type { Formats } from '@/i18n/formats.ts';
import { known } from '@/i18n/known.ts';

const WHO = '\u0001';
const TITLE = '\u0002';

/** Facts for the sentence about a record. */
export function factsOfEvent(data: Readonly<Record<string, unknown>>, formats: Formats): EventFacts {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const from = data.from !== null && typeof data.from === 'object' ? (data.from as Record<string, unknown>) : null;
  const locales = Array.isArray(data.locales) ? data.locales.filter((one) => typeof one === 'string') : [];
  const name = text(data.name) || text(data.filename);
  const oldName = text(from?.name) === name ? '' : text(from?.name);
  const email = text(data.email);
  const published = text(data.published_at) && formats.moment(text(data.published_at));
  return {
    who: WHO,
    title: TITLE,
    name,
    isNamed: name !== '',
    email,
    person: name || email,
    isByMachine: Array.isArray(data.machine_fields),
    languages: formats.list(locales.map(formats.language)),
    hasLanguages: locales.length > 0,
    role: text(data.to) || text(data.role),
    before: text(data.from),
    oldName,
    isRenamed: oldName !== '',
    published,
    hasDate: published !== '',
  };
}

type EventWords = Pick<AuditWords, 'actions' | 'other' | 'roles'>;

/** The sentence of an action; of one that there are no words for, its name: `asset.give_up` becomes "asset give up". */
export function eventText(words: EventWords, action: string, facts: EventFacts): string {
  const sentence = known(words.actions, action);
  if (!sentence) return words.other({ who: facts.who, action: action.replace(/[._]/g, ' ') });
  const roleOf = (role: string): string => known(words.roles, role) ?? role;
  return sentence({ ...facts, role: roleOf(facts.role), before: roleOf(facts.before) });
}

/** A sentence cut at the placeholders of the actor's name and the entry's title. */
export function sentenceParts(sentence: string): readonly ('who' | 'title' | { readonly text: string })[] {
  return sentence
    .split(new RegExp(`(${WHO}|${TITLE})`))
    .filter((part) => part !== '')
    .map((part) => (part === WHO ? 'who' : part === TITLE ? 'title' : { text: part }));
}
