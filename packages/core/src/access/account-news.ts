import type { InstanceAuditAction } from '../platform/audit-actions.ts';
import type { Connection } from '../platform/database/sql.ts';
import { enqueueJobs } from '../platform/job-queue.store.ts';
import { type AccountNewsAction, accountNews } from './account-news-mail.ts';
import type { Mailer } from './mailer.ts';

/** Kind of the job that mails what happened to an account. */
export const MAIL_ACCOUNT_NEWS = 'mail-account-news';

/** An event in a person's account, and the address to mail it to. */
export interface AccountNews {
  readonly userId: string;
  /** The address at that time: that of the account may have changed since, which is news, too. */
  readonly to: string;
  readonly action: AccountNewsAction;
  /** In ISO 8601. */
  readonly at: string;
}

/**
 * Mails the owner of an account what happened to it, soon and at least once, if that's something that lets someone in or keeps someone
 * out. Anyone who has the account's password or session may have done it.
 */
export async function tellOwner(
  on: Connection,
  { mailer }: { readonly mailer: Mailer | null },
  news: Omit<AccountNews, 'action' | 'at'> & { readonly action: InstanceAuditAction; readonly at: Date },
): Promise<void> {
  const { userId, to, action, at } = news;
  if (mailer === null || !isNews(action)) return;
  const payload = { userId, to, action, at: at.toISOString() } satisfies AccountNews;
  await enqueueJobs(on, [{ kind: MAIL_ACCOUNT_NEWS, payload, runAt: at }], at);
}

function isNews(action: InstanceAuditAction): action is AccountNewsAction {
  return (accountNews as readonly string[]).includes(action);
}
