import type { Outputs } from '@/api/trpc.ts';

/** Someone who can be mentioned, by a name that no one else in the project has. */
export interface Mentionable {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** A mention in a stored text. */
const MENTION = /@\[(usr_[0-9a-z]+)\]/g;

type Member = Pick<Outputs['members']['list']['data'][number], 'user_id' | 'name' | 'email'>;

/** The members of a project; those of the same name with their email address. */
export function namedPeople(members: readonly Member[]): Mentionable[] {
  return members.map(({ user_id: id, name, email }) => {
    const isOnly = members.filter((one) => one.name === name).length === 1;
    return { id, email, name: isOnly ? name : `${name} (${email})` };
  });
}

/** The text after an @ that is being typed; null when none is. */
export function typedMention(before: string): string | null {
  return /(?:^|[\s(])@([^\s@](?:[^\n@]{0,40})|)$/.exec(before)?.[1] ?? null;
}

/** The ids of people who were chosen for a text, by the names that stand in it. */
export type Chosen = ReadonlyMap<string, string>;

/** A text as it's typed, with mentions by name, as it's stored: by id. Who was chosen comes before others of like names. */
export function toBody(text: string, people: readonly Mentionable[], chosen: Chosen = new Map()): string {
  const ids = new Map([...people.map(({ id, name }) => [name, id] as const), ...chosen]);
  const names = [...ids.keys()].sort((a, b) => Number(chosen.has(b)) - Number(chosen.has(a)) || b.length - a.length);
  if (names.length === 0) return text;
  const oneOf = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  const mention = new RegExp(`(^|[^\\p{L}\\p{N}_])@(${oneOf})(?![\\p{L}\\p{N}_])`, 'gu');
  return text.replace(mention, (_, before: string, name: string) => `${before}@[${ids.get(name)}]`);
}

/** A stored text as it's edited, with whom it mentions: also namesakes, and people who have left. */
export function toText(
  body: string,
  mentions: readonly { readonly id: string; readonly name: string }[],
  unknown: string,
): { readonly text: string; readonly chosen: Chosen } {
  const chosen = new Map<string, string>();
  const text = body.replace(MENTION, (_, id: string) => {
    const name = mentions.find((one) => one.id === id)?.name ?? unknown;
    let [own, nth] = [name, 1];
    while ((chosen.get(own) ?? id) !== id) own = `${name} (${++nth})`;
    chosen.set(own, id);
    return `@${own}`;
  });
  return { text, chosen };
}

/** A stored text in parts: words, and the names of people who are mentioned. */
export function partsOfBody(
  body: string,
  mentions: readonly { readonly id: string; readonly name: string }[],
  unknown: string,
): { readonly text: string; readonly isMention: boolean }[] {
  return body
    .split(/(@\[usr_[0-9a-z]+\])/)
    .flatMap((part): { readonly text: string; readonly isMention: boolean }[] => {
      const id = /^@\[(usr_[0-9a-z]+)\]$/.exec(part)?.[1];
      if (id === undefined) return part === '' ? [] : [{ text: part, isMention: false }];
      return [{ text: `@${mentions.find((one) => one.id === id)?.name ?? unknown}`, isMention: true }];
    });
}
