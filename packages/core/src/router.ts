import { auditRouter } from './domains/audit/audit.router.ts';
import { draftsRouter } from './domains/drafts/drafts.router.ts';
import { entriesRouter } from './domains/entries/entries.router.ts';
import { instanceRouter } from './domains/instance/instance.router.ts';
import { invitationsRouter } from './domains/invitations/invitations.router.ts';
import { membersRouter } from './domains/members/members.router.ts';
import { openapiRouter } from './domains/openapi/openapi.router.ts';
import { projectsRouter } from './domains/projects/projects.router.ts';
import { schemaRouter } from './domains/schema/schema.router.ts';
import { snapshotsRouter } from './domains/snapshots/snapshots.router.ts';
import { tokensRouter } from './domains/tokens/tokens.router.ts';
import { router } from './operation.ts';

/** Everything that can be called, by noun. */
export const appRouter = router({
  audit: auditRouter,
  drafts: draftsRouter,
  entries: entriesRouter,
  instance: instanceRouter,
  invitations: invitationsRouter,
  members: membersRouter,
  openapi: openapiRouter,
  projects: projectsRouter,
  schema: schemaRouter,
  snapshots: snapshotsRouter,
  tokens: tokensRouter,
});

/** Type of the router, for clients that call it through tRPC. */
export type AppRouter = typeof appRouter;
