import { z } from 'zod';

const entryId = z.string();
/** Locales. The meaning of null depends on the kind of change. */
const locales = z.array(z.string()).nullable();
/** Whether to skip entries that can't be changed, instead of refusing the whole change. */
const partial = z.boolean();

/**
 * A change of published content or of the trash: plain data that can be stored as JSON and carried out later. `interpret`
 * says what each kind reads and plans.
 */
export const changeDataSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('publish'),
    /** `locales: null` publishes all drafts. With `base_version`, an entry whose values changed since is refused. */
    entries: z.array(z.strictObject({ id: entryId, locales, base_version: z.int().nullable() })),
    /** Marks the versions as imported. */
    imported: z.boolean(),
    partial,
  }),
  z.strictObject({
    kind: z.literal('unpublish'),
    /** `locales: null` takes all locales of the entry off the site. */
    entries: z.array(z.strictObject({ id: entryId, locales })),
    partial,
  }),
  z.strictObject({
    kind: z.literal('republish'),
    /** `locales: null` restores those that left the site last. */
    entries: z.array(z.strictObject({ id: entryId, locales })),
    partial,
  }),
  z.strictObject({
    kind: z.literal('undo_publish'),
    /** `version` is the one that the publish made. */
    entries: z.array(z.strictObject({ id: entryId, version: z.int() })),
    partial,
  }),
  z.strictObject({ kind: z.literal('trash'), entries: z.array(z.strictObject({ id: entryId })), partial }),
  z.strictObject({ kind: z.literal('restore'), entries: z.array(z.strictObject({ id: entryId })), partial }),
  z.strictObject({
    kind: z.literal('order'),
    collection_key: z.string(),
    /** In their new order. */
    entries: z.array(z.strictObject({ id: entryId })),
    /** The entry after which they come; null for the beginning. */
    after: z.string().nullable(),
  }),
  /** Renders all published content with these assets again. */
  z.strictObject({ kind: z.literal('rerender'), asset_ids: z.array(z.string()) }),
  /** Puts the pages of these entries where the schema says. One that can't be there has no path. */
  z.strictObject({ kind: z.literal('repath'), entry_ids: z.array(z.string()) }),
]);
export type Change = z.infer<typeof changeDataSchema>;
export type ChangeOf<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

export function namedEntries(change: Change): string[] {
  return 'entries' in change ? change.entries.map(({ id }) => id) : [];
}
