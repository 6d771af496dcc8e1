/** Where a person is: a tab of theirs that has an entry open. */
export interface Presence {
  readonly projectId: string;
  /** The client's id for the tab. */
  readonly tab: string;
  /** Only what others may see of a person: no email address. */
  readonly person: { readonly id: string; readonly name: string };
  /** Null when they left. */
  readonly entryId: string | null;
  readonly collection: string;
  readonly locale: string | null;
  /** Path of the field that has the focus; null for none. */
  readonly path: string | null;
  /** When the tab said so, in ms since the epoch. */
  readonly at: number;
}

/** How long a tab counts as open without saying so again. */
export const PRESENCE_LASTS_MS = 60_000;

/** Names a tab among all tabs. A client names its tabs itself, so the name holds only for its person. */
export function tabKey({ projectId, person, tab }: Pick<Presence, 'projectId' | 'person' | 'tab'>): string {
  return `${projectId} ${person.id} ${tab}`;
}

/** Whether two reports of a tab say the same. */
export function isSameField(one: Presence | undefined, other: Presence): boolean {
  return one?.entryId === other.entryId && one.locale === other.locale && one.path === other.path;
}
