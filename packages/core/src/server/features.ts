import { accountFeature } from '../domains/account/account.feature.ts';
import { assetVersionsFeature } from '../domains/asset-versions/asset-versions.feature.ts';
import { assetsFeature } from '../domains/assets/assets.feature.ts';
import { entriesFeature } from '../domains/entries/entries.feature.ts';
import { eventsFeature } from '../domains/events/events.feature.ts';
import { instanceFeature } from '../domains/instance/instance.feature.ts';
import { jobsFeature } from '../domains/jobs/jobs.feature.ts';
import { invitationsFeature } from '../domains/members/invitations/invitations.feature.ts';
import { membersFeature } from '../domains/members/members.feature.ts';
import { openapiFeature } from '../domains/openapi/openapi.feature.ts';
import { peopleFeature } from '../domains/people/people.feature.ts';
import { projectsFeature } from '../domains/projects/projects.feature.ts';
import { schemaFeature } from '../domains/schema/schema.feature.ts';
import { sessionsFeature } from '../domains/sessions/sessions.feature.ts';
import { snapshotsFeature } from '../domains/snapshots/snapshots.feature.ts';
import { storageFeature } from '../domains/storage/storage.feature.ts';
import { tokensFeature } from '../domains/tokens/tokens.feature.ts';
import { archivesFeature } from '../features/archives/archives.feature.ts';
import { assetTagsFeature } from '../features/asset-tags/asset-tags.feature.ts';
import { auditFeature } from '../features/audit/audit.feature.ts';
import { commentsFeature } from '../features/comments/comments.feature.ts';
import { inboxFeature } from '../features/comments/inbox/inbox.feature.ts';
import { buildsFeature } from '../features/deployments/builds/builds.feature.ts';
import { deploymentsFeature } from '../features/deployments/deployments.feature.ts';
import { targetsFeature } from '../features/deployments/targets/targets.feature.ts';
import { devicesFeature } from '../features/devices/devices.feature.ts';
import { draftsFeature } from '../features/drafts/drafts.feature.ts';
import { embedsFeature } from '../features/embeds/embeds.feature.ts';
import { foldersFeature } from '../features/folders/folders.feature.ts';
import { importsFeature } from '../features/imports/imports.feature.ts';
import { operatingFeature } from '../features/operating/operating.feature.ts';
import { pagesFeature } from '../features/pages/pages.feature.ts';
import { passkeysFeature } from '../features/passkeys/passkeys.feature.ts';
import { passwordResetsFeature } from '../features/password-resets/password-resets.feature.ts';
import { previewLinksFeature } from '../features/preview-links/preview-links.feature.ts';
import { singleSignOnFeature } from '../features/single-sign-on/single-sign-on.feature.ts';
import { startFeature } from '../features/start/start.feature.ts';
import { translationRunsFeature } from '../features/translation/runs/translation-runs.feature.ts';
import { translationsFeature } from '../features/translation/translations.feature.ts';
import { twoFactorFeature } from '../features/two-factor/two-factor.feature.ts';
import { viewsFeature } from '../features/views/views.feature.ts';
import { webhookDeliveriesFeature } from '../features/webhooks/deliveries/webhook-deliveries.feature.ts';
import { webhooksFeature } from '../features/webhooks/webhooks.feature.ts';

/** All features, in the order of the reference. One whose rows refer to those of another stands before it. */
export const features = [
  entriesFeature,
  importsFeature,
  draftsFeature,
  pagesFeature,
  previewLinksFeature,
  translationRunsFeature,
  translationsFeature,
  embedsFeature,
  inboxFeature,
  commentsFeature,
  assetsFeature,
  assetVersionsFeature,
  foldersFeature,
  assetTagsFeature,
  storageFeature,
  schemaFeature,
  snapshotsFeature,
  deploymentsFeature,
  targetsFeature,
  buildsFeature,
  webhookDeliveriesFeature,
  webhooksFeature,
  eventsFeature,
  jobsFeature,
  viewsFeature,
  startFeature,
  projectsFeature,
  tokensFeature,
  membersFeature,
  invitationsFeature,
  auditFeature,
  archivesFeature,
  instanceFeature,
  operatingFeature,
  peopleFeature,
  openapiFeature,
  sessionsFeature,
  accountFeature,
  twoFactorFeature,
  passkeysFeature,
  devicesFeature,
  passwordResetsFeature,
  singleSignOnFeature,
] as const;
