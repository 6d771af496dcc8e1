import type { EventFacts } from '@/i18n/event-facts.ts';
import type { Formats } from '@/i18n/formats.ts';

const WHO = '\u0001';
const TITLE = '\u0002';

/** Facts for the sentence about a record. */
export function factsOfEvent(data: Readonly<Record<string, unknown>>, formats: Formats): EventFacts {
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
    isByMachine: Array.isArray(data.machine_fields),
    languages: formats.list(locales.map(formats.language)),
    role: text(data.to) || text(data.role),
    before: text(data.from),
    oldName: oldName === name ? '' : oldName,
    published: text(data.published_at) && formats.moment(text(data.published_at)),
  };
}

interface AuditWords {
  readonly actions: Readonly<Record<string, (facts: EventFacts) => string>>;
  readonly other: (who: string, action: string) => string;
}

/** The sentence of an action; of one that there are no words for, its name: `asset.give_up` becomes "asset give up". */
export function eventText({ actions, other }: AuditWords, action: string, facts: EventFacts): string {
  const sentence = Object.hasOwn(actions, action) ? actions[action] : undefined;
  return sentence ? sentence(facts) : other(facts.who, action.replace(/[._]/g, ' '));
}

/** A sentence cut at the placeholders of the actor's name and the entry's title. */
export function sentenceParts(sentence: string): readonly ('who' | 'title' | { readonly text: string })[] {
  return sentence
    .split(new RegExp(`(${WHO}|${TITLE})`))
    .filter((part) => part !== '')
    .map((part) => (part === WHO ? 'who' : part === TITLE ? 'title' : { text: part }));
}
