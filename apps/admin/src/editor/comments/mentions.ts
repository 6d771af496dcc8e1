import type { Outputs } from '@/api/trpc.ts';

/** Someone who can be mentioned, by a name that no one else in the project has. */
export interface Mentionable {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

type Member = Pick<Outputs['members']['list']['data'][number], 'user_id' | 'name' | 'email'>;

/** The members of a project; those of the same name with their email address. */
export function namedPeople(members: readonly Member[]): Mentionable[] {
  return members.map(({ user_id: id, name, email }) => {
    const isOnly = members.filter((one) => one.name === name).length === 1;
    return { id, email, name: isOnly ? name : `${name} (${email})` };
  });
}

/** What follows an @ that is being typed; null when none is. */
export function typedMention(before: string): string | null {
  return /(?:^|[\s(])@([^\s@](?:[^\n@]{0,40})|)$/.exec(before)?.[1] ?? null;
}

/** A text as it's typed, with mentions by name, as it's stored: by id. */
export function toBody(text: string, people: readonly Mentionable[]): string {
  const longestFirst = [...people].sort((a, b) => b.name.length - a.name.length);
  return longestFirst.reduce((body, { id, name }) => body.replaceAll(`@${name}`, `@[${id}]`), text);
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
