/** Why a line is in someone's inbox. */
export const notificationKinds = [
  'mention',
  /** In a thread that they take part in. */
  'reply',
  /** A new thread in an entry that they made or changed last. */
  'comment',
  'assigned',
  'review_requested',
  'review_decided',
  'due',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
