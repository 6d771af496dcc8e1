import { randomBytes } from 'node:crypto';
import { createAccount, hashPassword } from '../../access/accounts.ts';
import { type Scope, scopes } from '../../access/permissions.ts';
import { createEntry } from '../../domains/entries/create-entry.ts';
import { saveDraft } from '../../domains/entries/drafts/save-draft.ts';
import { publishEntry } from '../../domains/entries/publish-entry.ts';
import { completeSetup } from '../../domains/instance/instance.store.ts';
import { createProject } from '../../domains/projects/change-project.ts';
import { syncSchema } from '../../domains/schema/sync-schema.ts';
import type { Services } from '../../domains/services.ts';
import { systemContext, systemProjectContext } from '../../domains/system-context.ts';
import { createToken } from '../../domains/tokens/change-token.ts';
import { write } from '../../platform/audit.ts';
import { demoEntries } from './demo-content.ts';
import { demoSchema } from './demo-schema.ts';

const DEMO_EMAIL = 'owner@stele.local';

/** The credentials of a seeded instance. */
export interface SeededInstance {
  readonly projectId: string;
  readonly tokens: Readonly<Record<Scope, string>>;
  readonly login: { readonly email: string; readonly password: string };
}

/** The content of a new instance: a demo project with schema and content, or an empty project. */
export type SeedKind = 'demo' | 'empty';

/**
 * Makes an owner, a project, and a token of each scope, in an instance that has no owner yet. Remains of an interrupted seeding
 * are removed first. The instance counts as set up once `keep` has stored the credentials.
 */
export async function seedInstance(
  services: Services,
  kind: SeedKind,
  keep: (seeded: SeededInstance) => Promise<void>,
): Promise<void> {
  await removeHalfSeed(services);
  const login = { email: DEMO_EMAIL, password: randomBytes(12).toString('base64url') };
  const owner = await createOwner(services, login);
  const created = await createProject(
    { ...systemContext(services), actor: { type: 'user', id: owner.id, name: owner.name, email: owner.email } },
    kind === 'demo' ? { name: 'River journal', locales: ['en', 'de'] } : { name: 'My site', locales: ['en'] },
  );
  if (kind === 'demo') await fillDemo(services, created.id);
  const ctx = await systemProjectContext(services, created.id);
  const label = kind === 'demo' ? 'Demo' : 'Local';
  const tokens = {} as Record<Scope, string>;
  for (const scope of scopes) tokens[scope] = (await createToken(ctx, { name: `${label}: ${scope}`, scope })).secret;
  await keep({ projectId: created.id, tokens, login });
  await completeSetup(services.database.prisma, owner.id, services.clock.now());
}

/** Gives the demo project its schema and its entries. */
async function fillDemo(services: Services, projectId: string): Promise<void> {
  await syncSchema(await systemProjectContext(services, projectId), { schema: demoSchema, base_version: 0 });
  const ctx = await systemProjectContext(services, projectId);
  const target = { projectId };
  for (const entry of demoEntries) {
    const { id: entryId } = await createEntry(ctx, {
      ...target,
      collection_key: entry.collection,
      values: entry.values,
    });
    if (entry.live.length > 0) await publishEntry(ctx, { ...target, entryId, locales: [...entry.live] });
  }
  await editOneLiveEntry(services, projectId);
}

/** The instance has no owner yet, so everything in it comes from an interrupted seeding. */
async function removeHalfSeed({ database }: Services): Promise<void> {
  await database.prisma.project.deleteMany({});
  await database.prisma.user.deleteMany({ where: { email: DEMO_EMAIL } });
}

async function createOwner(services: Services, login: SeededInstance['login']) {
  const passwordHash = await hashPassword(services, login.password);
  return write(systemContext(services), async (tx) => {
    const owner = await createAccount(tx, {
      name: 'Demo owner',
      email: login.email,
      passwordHash,
      emailVerified: true,
    });
    return { answer: owner, audit: { action: 'instance.seed', targetId: owner.id } };
  });
}

/** Gives a published entry a newer draft, so that new users see what that looks like. */
async function editOneLiveEntry(services: Services, projectId: string): Promise<void> {
  const entry = await services.database.prisma.entry.findFirst({
    where: { projectId, title: 'Counting mayflies with a bedsheet' },
  });
  const demo = demoEntries.find((candidate) => candidate.values.en?.title === entry?.title);
  if (!entry || !demo?.values.en) return;
  const values = {
    en: { ...demo.values.en, summary: 'A lamp, a sheet, and ninety minutes in May. Now with the numbers.' },
  };
  const ctx = await systemProjectContext(services, projectId);
  await saveDraft(ctx, { projectId, entryId: entry.id, values, base_version: entry.version });
}
