import { archivesRouter } from './archives/archives.router.ts';
import { assetVersionsRouter } from './asset-versions/asset-versions.router.ts';
import { assetsRouter } from './assets/assets.router.ts';
import { auditRouter } from './audit/audit.router.ts';
import { buildsRouter } from './builds/builds.router.ts';
import { commentsRouter } from './comments/comments.router.ts';
import { deploymentsRouter } from './deployments/deployments.router.ts';
import { draftsRouter } from './drafts/drafts.router.ts';
import { entriesRouter } from './entries/entries.router.ts';
import { eventsRouter } from './events/events.router.ts';
import { foldersRouter } from './folders/folders.router.ts';
import { inboxRouter } from './inbox/inbox.router.ts';
import { instanceRouter } from './instance/instance.router.ts';
import { invitationsRouter } from './invitations/invitations.router.ts';
import { jobsRouter } from './jobs/jobs.router.ts';
import { membersRouter } from './members/members.router.ts';
import { openapiRouter } from './openapi/openapi.router.ts';
import { operatingRouter } from './operating/operating.router.ts';
import { router } from './operation.ts';
import { peopleRouter } from './people/people.router.ts';
import { previewLinksRouter } from './preview-links/preview-links.router.ts';
import { projectsRouter } from './projects/projects.router.ts';
import { schemaRouter } from './schema/schema.router.ts';
import { snapshotsRouter } from './snapshots/snapshots.router.ts';
import { storageRouter } from './storage/storage.router.ts';
import { targetsRouter } from './targets/targets.router.ts';
import { tokensRouter } from './tokens/tokens.router.ts';
import { translationRunsRouter } from './translation-runs/translation-runs.router.ts';
import { translationsRouter } from './translations/translations.router.ts';
import { viewsRouter } from './views/views.router.ts';
import { webhookDeliveriesRouter } from './webhook-deliveries/webhook-deliveries.router.ts';
import { webhooksRouter } from './webhooks/webhooks.router.ts';

/** All operations, by noun. */
export const appRouter = router({
  archives: archivesRouter,
  assets: assetsRouter,
  assetVersions: assetVersionsRouter,
  audit: auditRouter,
  builds: buildsRouter,
  comments: commentsRouter,
  deployments: deploymentsRouter,
  drafts: draftsRouter,
  entries: entriesRouter,
  events: eventsRouter,
  folders: foldersRouter,
  inbox: inboxRouter,
  instance: instanceRouter,
  invitations: invitationsRouter,
  jobs: jobsRouter,
  members: membersRouter,
  openapi: openapiRouter,
  operating: operatingRouter,
  people: peopleRouter,
  previewLinks: previewLinksRouter,
  projects: projectsRouter,
  schema: schemaRouter,
  snapshots: snapshotsRouter,
  storage: storageRouter,
  targets: targetsRouter,
  tokens: tokensRouter,
  translationRuns: translationRunsRouter,
  translations: translationsRouter,
  views: viewsRouter,
  webhookDeliveries: webhookDeliveriesRouter,
  webhooks: webhooksRouter,
});

/** Type of the router, for tRPC clients. */
export type AppRouter = typeof appRouter;
