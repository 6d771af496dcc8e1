import { media as t } from '#messages/media';

/** As many tags as a file can have. */
const MOST = 30;
/** How long a tag can be. */
const LONGEST = 50;

/** Tags in a text, which commas and control characters such as tabs separate: they can't have these. */
export function tagsIn(text: string): string[] {
  return text.split(/[,\p{Cc}]/u);
}

/** Why tags can't be added to those of a file; undefined if they can. */
export function tagsRefused(tags: readonly string[], added: readonly string[]): string | undefined {
  if (tags.length + added.length > MOST) return t.tooManyTags({ max: MOST });
  return added.some((one) => one.length > LONGEST) ? t.tagTooLong({ max: LONGEST }) : undefined;
}
