import { accountFeature } from './account/account.feature.ts';
import { archivesFeature } from './archives/archives.feature.ts';
import { assetVersionsFeature } from './asset-versions/asset-versions.feature.ts';
import { assetsFeature } from './assets/assets.feature.ts';
import { auditFeature } from './audit/audit.feature.ts';
import { buildsFeature } from './builds/builds.feature.ts';
import { commentsFeature } from './comments/comments.feature.ts';
import { deploymentsFeature } from './deployments/deployments.feature.ts';
import { devicesFeature } from './devices/devices.feature.ts';
import { draftsFeature } from './drafts/drafts.feature.ts';
import { entriesFeature } from './entries/entries.feature.ts';
import { eventsFeature } from './events/events.feature.ts';
import { foldersFeature } from './folders/folders.feature.ts';
import { inboxFeature } from './inbox/inbox.feature.ts';
import { instanceFeature } from './instance/instance.feature.ts';
import { invitationsFeature } from './invitations/invitations.feature.ts';
import { jobsFeature } from './jobs/jobs.feature.ts';
import { membersFeature } from './members/members.feature.ts';
import { openapiFeature } from './openapi/openapi.feature.ts';
import { operatingFeature } from './operating/operating.feature.ts';
import { passkeysFeature } from './passkeys/passkeys.feature.ts';
import { passwordResetsFeature } from './password-resets/password-resets.feature.ts';
import { peopleFeature } from './people/people.feature.ts';
import { previewLinksFeature } from './preview-links/preview-links.feature.ts';
import { projectsFeature } from './projects/projects.feature.ts';
import { schemaFeature } from './schema/schema.feature.ts';
import { sessionsFeature } from './sessions/sessions.feature.ts';
import { singleSignOnFeature } from './single-sign-on/single-sign-on.feature.ts';
import { snapshotsFeature } from './snapshots/snapshots.feature.ts';
import { storageFeature } from './storage/storage.feature.ts';
import { targetsFeature } from './targets/targets.feature.ts';
import { tokensFeature } from './tokens/tokens.feature.ts';
import { translationRunsFeature } from './translation-runs/translation-runs.feature.ts';
import { translationsFeature } from './translations/translations.feature.ts';
import { twoFactorFeature } from './two-factor/two-factor.feature.ts';
import { viewsFeature } from './views/views.feature.ts';
import { webhookDeliveriesFeature } from './webhook-deliveries/webhook-deliveries.feature.ts';
import { webhooksFeature } from './webhooks/webhooks.feature.ts';

/** All features, in the order of the reference. One whose rows refer to those of another stands before it. */
export const features = [
  entriesFeature,
  draftsFeature,
  previewLinksFeature,
  translationRunsFeature,
  translationsFeature,
  inboxFeature,
  commentsFeature,
  assetsFeature,
  assetVersionsFeature,
  foldersFeature,
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
