import { accountFeature } from '@/account/feature.ts';
import { auditFeature } from '@/audit/feature.ts';
import { deliveryFeature } from '@/delivery/feature.ts';
import { commentsFeature } from '@/editor/comments/feature.ts';
import { editorFeature } from '@/editor/feature.ts';
import { entriesFeature } from '@/entries/feature.ts';
import { inboxFeature } from '@/inbox/feature.ts';
import { mediaFeature } from '@/media/feature.ts';
import type { Feature } from '@/project/feature.ts';
import { schemaFeature } from '@/schema/feature.ts';
import { settingsFeature } from '@/settings/feature.ts';
import { siteFeature } from '@/site/feature.ts';
import { startFeature } from '@/start/feature.ts';
import { translationFeature } from '@/translation/feature.ts';
import { webhooksFeature } from '@/webhooks/feature.ts';

/** All features of a project's screens, in the order of the navigation's groups. */
export const features: readonly Feature[] = [
  startFeature,
  inboxFeature,
  mediaFeature,
  translationFeature,
  entriesFeature,
  editorFeature,
  commentsFeature,
  siteFeature,
  deliveryFeature,
  webhooksFeature,
  schemaFeature,
  auditFeature,
  settingsFeature,
  accountFeature,
];
