import { collection, defineConfig, text } from '@stele/schema';
import { type ApiAnswer, type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLimitable, type MemberLimits, rightsOfMember } from '../../src/access/membership.ts';
import { can, GRANTS, type Permission, permissionsOf, roles } from '../../src/access/permissions.ts';
import { allRoutes } from '../support/example-requests.ts';
import { AssetLibrary, type MediaApp, startMediaApp, testFile } from '../support/media-app.ts';

/** The limits that a member may have. All requests below are about a post, in German. */
const LIMITS = {
  collections: { collections: ['pages'] },
  locales: { locales: ['en'] },
  reads: { reads: ['pages'] },
} as const satisfies Record<string, { readonly [Kind in keyof MemberLimits]: readonly string[] }>;
type Kind = keyof typeof LIMITS;
const kinds = Object.keys(LIMITS) as Kind[];

/** How limited members are refused: an entry that they may not read doesn't exist. */
const REFUSALS = ['auth.insufficient_role', 'entry.not_found', 'view.not_found'];

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      order: 'manual',
      title: 'title',
      workflow: { states: ['draft', 'review'], publish_needs: null },
      fields: { title: text({ localized: true }), note: text() },
    }),
    collection({ key: 'pages', fields: { title: text({ localized: true }) } }),
  ],
});
const GERMAN = { de: { title: 'neu' } };

/** Sends the request of an operation. */
type Send = (api: ApiClient) => Promise<ApiAnswer<LooseBody>>;

/** An operation that limited members can call. */
interface Reachable {
  /** Makes what the request needs. */
  readonly request?: () => Promise<Send>;
  /** Why limits of a kind don't apply. */
  readonly free: Partial<Record<Kind, string>>;
  /** Another code that refuses limited members. */
  readonly refusal?: string;
  /** Why even the owner's request isn't carried out. */
  readonly lacks?: string;
  /** The codes of an answer; by default its error's. */
  codes?(answer: ApiAnswer<LooseBody>): readonly unknown[];
}

const refusedIn = ({ body }: ApiAnswer<LooseBody>): readonly unknown[] =>
  (body.data ?? body.errors ?? body.error.details).map((one: LooseBody) => one.error?.code ?? one.code);

const limitsDont = (why: string) => ({ collections: why, locales: why });
const never = (why: string): Reachable => ({ free: { ...limitsDont(why), reads: why } });
const TALK = limitsDont('Whoever may read an entry may talk about it.');
const LIST = limitsDont('A view is a list of what one may read; it changes no content.');
const SHOW = limitsDont('It shows what its maker may read, and changes nothing.');
const RUN = 'It translates what its owner may write by then, each entry by itself: `translation-runs.test.ts`.';
const NEW_FILE = never('It makes a new file, which no entry shows yet.');

let app: MediaApp;
let base: string;
let owner: ApiClient;
let library: AssetLibrary;
const limited = new Map<Kind, ApiClient>();

const sent = async (answer: Promise<ApiAnswer<LooseBody>>): Promise<LooseBody> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};
const draft = async (): Promise<string> => {
  const values = { en: { title: 'new' }, de: { title: 'alt' } };
  return (await sent(owner.post(`${base}/entries`, { collection_key: 'posts', values }))).id;
};
const publish = (id: string) => sent(owner.post(`${base}/entries/${id}/publish`, { locales: ['de'] }));
const live = async (): Promise<string> => {
  const id = await draft();
  await publish(id);
  return id;
};
const trashed = async (): Promise<string> => {
  const id = await live();
  await sent(owner.delete(`${base}/entries/${id}`));
  return id;
};
/** A request about an entry. */
const about = (
  make: () => Promise<string>,
  send: (api: ApiClient, entry: string, id: string) => ReturnType<Send>,
): (() => Promise<Send>) => {
  return async () => {
    const id = await make();
    return (api) => send(api, `${base}/entries/${id}`, id);
  };
};
/** A request about a comment of someone else. */
const onThread = (send: (api: ApiClient, comment: string) => ReturnType<Send>) =>
  async function request(): Promise<Send> {
    const id = await draft();
    const { comments } = await sent(owner.post(`${base}/entries/${id}/comments`, { body: 'One' }));
    return (api) => send(api, `${base}/entries/${id}/comments/${comments[0].id}`);
  };
const always =
  (send: Send): (() => Promise<Send>) =>
  async () =>
    send;
const xliff = (id: string): string =>
  `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
    <file id="${id}" original="${base.slice('/projects/'.length)}/${id}@1"><unit id="title" name="title"><segment>
    <source>new</source><target>neu</target></segment></unit></file></xliff>`;

const REACHABLE: Readonly<Record<string, Reachable>> = {
  'entries.create': {
    request: always((api) => api.post(`${base}/entries`, { collection_key: 'posts', values: GERMAN })),
    free: {},
  },
  'entries.saveDraft': {
    request: about(draft, (api, at) => api.put(`${at}/draft`, { values: GERMAN, base_version: 1 })),
    free: {},
  },
  'entries.patchDraft': {
    request: about(draft, (api, at) => api.patch(`${at}/draft`, { values: GERMAN, base_version: 1 })),
    free: {},
  },
  'entries.restoreVersion': {
    request: about(
      async () => {
        const id = await draft();
        await sent(owner.patch(`${base}/entries/${id}/draft`, { values: GERMAN, base_version: 1 }));
        return id;
      },
      (api, at) => api.post(`${at}/versions/1/restore`, {}),
    ),
    free: {},
  },
  'entries.saveByExternalId': {
    request: always((api) => api.put(`${base}/entries/by-external-id/posts/one`, { values: GERMAN })),
    free: {},
  },
  'imports.entries': {
    request: always((api) =>
      api.post(`${base}/entries/import`, {
        entries: [{ collection_key: 'posts', external_id: 'imported', values: GERMAN }],
        existing: 'replace',
      }),
    ),
    free: {},
    codes: refusedIn,
  },
  'entries.duplicate': { request: about(draft, (api, at) => api.post(`${at}/duplicate`, {})), free: {} },
  'entries.order': {
    request: about(draft, (api, _, id) =>
      api.post(`${base}/entries/order`, { collection_key: 'posts', entry_ids: [id] }),
    ),
    free: {},
  },
  'entries.publish': {
    request: about(draft, (api, at) => api.post(`${at}/publish`, { locales: ['de'] })),
    free: {},
  },
  'entries.undoPublish': {
    request: async () => {
      const id = await draft();
      const { version } = await publish(id);
      return (api) => api.post(`${base}/entries/${id}/undo-publish`, { version });
    },
    free: {},
  },
  'entries.republish': {
    request: about(
      async () => {
        const id = await live();
        await sent(owner.post(`${base}/entries/${id}/unpublish`, { locales: ['de'] }));
        return id;
      },
      (api, at) => api.post(`${at}/republish`, {}),
    ),
    free: {},
  },
  'entries.unpublish': {
    request: about(live, (api, at) => api.post(`${at}/unpublish`, { locales: ['de'] })),
    free: {},
  },
  'entries.delete': { request: about(live, (api, at) => api.delete(at)), free: {} },
  'entries.restore': { request: about(trashed, (api, at) => api.post(`${at}/restore`)), free: {} },
  'entries.bulk': {
    request: about(draft, (api, _, id) =>
      api.post(`${base}/entries/bulk`, { action: 'publish', entry_ids: [id], locales: ['de'] }),
    ),
    free: {},
    codes: refusedIn,
  },
  'entries.updateReview': {
    request: about(draft, (api, at) => api.patch(`${at}/review`, { state: 'review', base_version: 1 })),
    free: {
      locales: 'A state is the whole entry’s: who may change one of its locales moves it, but does not approve it.',
    },
  },
  'entries.updateReviews': {
    request: about(draft, (api, _, id) =>
      api.post(`${base}/entries/reviews`, { entry_ids: [id], base_versions: [1], state: 'review' }),
    ),
    free: {
      locales: 'A state is the whole entry’s: who may change one of its locales moves it, but does not approve it.',
    },
    codes: refusedIn,
  },
  'entries.validate': {
    request: always((api) => api.post(`${base}/entries/validate`, { collection_key: 'posts', values: GERMAN })),
    free: {},
    codes: refusedIn,
  },
  'entries.announcePresence': {
    request: about(draft, (api, at) => api.put(`${at}/presence`, { tab: 'k3v9q2xw', is_here: true })),
    free: TALK,
  },
  'comments.create': { request: about(draft, (api, at) => api.post(`${at}/comments`, { body: 'Two' })), free: TALK },
  'comments.update': { request: onThread((api, at) => api.patch(at, { body: 'Two' })), free: TALK },
  'comments.delete': { request: onThread((api, at) => api.delete(at)), free: TALK },
  'comments.resolve': { request: onThread((api, at) => api.post(`${at}/resolve`)), free: TALK },
  'comments.reopen': { request: onThread((api, at) => api.post(`${at}/reopen`)), free: TALK },
  'translations.changeGlossary': {
    request: always((api) => api.put(`${base}/translations/de/glossary`, { terms: [] })),
    free: {},
  },
  'translations.translate': {
    request: about(draft, (api, _, id) => api.post(`${base}/translations/de/entries/${id}`, {})),
    free: {},
    lacks: 'translation.no_service',
  },
  'translations.confirm': {
    request: about(draft, (api, _, id) =>
      api.post(`${base}/translations/de/entries/${id}/confirm`, { base_version: 1 }),
    ),
    free: {},
  },
  'translations.confirmMany': {
    request: about(draft, (api, _, id) =>
      api.post(`${base}/translations/de/confirm`, { entry_ids: [id], base_versions: [1] }),
    ),
    free: {},
    codes: refusedIn,
  },
  'translations.import': {
    request: about(draft, (api, _, id) => api.post(`${base}/translations/import`, { xliff: xliff(id) })),
    free: {},
    codes: refusedIn,
  },
  'translationRuns.start': {
    request: always((api) => api.post(`${base}/translation-runs`, { locale: 'de' })),
    free: { collections: RUN, reads: RUN },
    lacks: 'translation.no_service',
  },
  'translationRuns.cancel': { free: {}, request: () => ofRun('cancel') },
  'translationRuns.undo': { free: {}, request: () => ofRun('undo') },
  'pages.move': {
    request: about(draft, (api, _, id) => api.post(`${base}/pages/${id}/move`, { parent: null })),
    free: {},
    lacks: 'validation_failed',
  },
  'views.create': {
    request: always((api) => api.post(`${base}/views`, { name: 'All', collection_key: 'posts', query: {} })),
    free: LIST,
    refusal: 'validation_failed',
  },
  'views.update': { request: () => ofView((api, at) => api.patch(at, { name: 'Mine' })), free: {} },
  'views.delete': { request: () => ofView((api, at) => api.delete(at)), free: {} },
  'previewLinks.create': {
    request: about(draft, (api, _, id) => api.post(`${base}/preview-links`, { entry_id: id })),
    free: SHOW,
  },
  'previewLinks.revoke': {
    request: async () => {
      const { id } = await sent(owner.post(`${base}/preview-links`, { entry_id: null }));
      return (api) => api.delete(`${base}/preview-links/${id}`);
    },
    free: {},
  },
  'assets.upload': NEW_FILE,
  'assets.uploadFromUrl': NEW_FILE,
  'assets.copy': NEW_FILE,
  'assets.complete': { request: () => ofReplacement('complete'), free: {}, lacks: 'media.not_uploaded' },
  'assets.renewUploadUrls': { request: () => ofReplacement('upload-urls'), free: {} },
  'inbox.markRead': never('It marks one’s own lines.'),
  'builds.report': never('It says how a build of the site ended, for which everyone who works on it may.'),
};

async function ofRun(action: 'cancel' | 'undo'): Promise<Send> {
  const { prisma } = app.database;
  const projectId = base.slice('/projects/'.length);
  await sent(owner.put(`${base}/translations/service`, { kind: 'deepl', api_key: 'k:fx' }));
  const { id } = await sent(owner.post(`${base}/translation-runs`, { locale: 'de' }));
  await prisma.translationService.deleteMany({ where: { projectId } });
  return (api) => api.post(`${base}/translation-runs/${id}/${action}`);
}

async function ofView(send: (api: ApiClient, at: string) => ReturnType<Send>): Promise<Send> {
  const { id } = await sent(owner.post(`${base}/views`, { name: 'Posts', collection_key: 'posts', query: {} }));
  return (api) => send(api, `${base}/views/${id}`);
}

/** A request about a file that is to replace another one. */
async function ofReplacement(path: string): Promise<Send> {
  const { id } = await library.upload(testFile());
  const { mime, filename } = testFile();
  await sent(owner.post(`${base}/assets/${id}/replace`, { filename, mime, bytes: 10 }));
  return (api) => api.post(`${base}/assets/${id}/${path}`);
}

const limitable = roles.filter((role) => isLimitable(GRANTS.roles[role]));
/** Whether someone with limits of a kind has one of some permissions, for something at least. */
const canReach = (permissions: readonly Permission[], kind: Kind): boolean =>
  limitable.some((role) => {
    const rights = rightsOfMember(GRANTS, {}, { role, limits: LIMITS[kind] as unknown as MemberLimits });
    return permissions.some((permission) => can({ rights }, permission));
  });

const writing = allRoutes
  .filter(({ operation }) => operation.method !== 'GET')
  .map((route) => ({ ...route, permissions: permissionsOf(route.operation.access) }));
const inProjects = writing.flatMap((route) =>
  route.permissions ? [{ ...route, permissions: route.permissions }] : [],
);
const reachable = inProjects.filter(({ permissions }) => kinds.some((kind) => canReach(permissions, kind)));

beforeAll(async () => {
  app = await startMediaApp({ runsJobs: false });
  const project = await app.project();
  base = `/projects/${project.id}`;
  library = new AssetLibrary(project);
  owner = (await app.person({ projectId: project.id, role: 'owner' })).api;
  await sent(owner.post(`${base}/schema/sync`, { schema, base_version: 0 }));
  for (const kind of kinds) {
    const { id, api } = await app.person({ projectId: project.id, role: 'editor' });
    await sent(owner.patch(`${base}/members/${id}`, { limits: LIMITS[kind] }));
    limited.set(kind, api);
  }
});
afterAll(() => app.close());

describe('an operation that writes', () => {
  it('is listed below if a limited member can call it', () => {
    expect(Object.keys(REACHABLE).sort()).toEqual(reachable.map(({ key }) => key));
  });

  it('is in no project if it takes no permission there', () => {
    const outside = writing.filter(({ permissions }) => !permissions);
    const named = outside.filter(({ operation }) => operation.path.includes('{projectId}')).map(({ key }) => key);
    // The operator's, who is a member of no project by that.
    expect(named).toEqual(['operating.changeQuotas']);
  });

  it.each(inProjects.filter((route) => !reachable.includes(route)))('refuses limited members: $key', async (route) => {
    const { path, method } = route.operation;
    for (const kind of kinds) {
      const filled = path.replace('{projectId}', base.slice('/projects/'.length)).replace(/\{[^}]+\}/g, 'x');
      const answer = await limited.get(kind)?.send(method, `${filled}?nonsense=1`);
      expect([kind, answer && codeOf(answer)]).toEqual([kind, [403, 'auth.insufficient_role']]);
    }
  });

  it.each(Object.entries(REACHABLE))(
    'keeps to the limits of members: %s',
    async (_, { request, free, refusal, lacks, codes }) => {
      expect(kinds.filter((kind) => free[kind] === undefined)).toHaveLength(request ? 3 - Object.keys(free).length : 0);
      if (!request) return;
      const send = await request();
      const said = async (api: ApiClient | undefined): Promise<readonly unknown[]> => {
        if (!api) throw new Error('Nobody has these limits.');
        const answer = await send(api);
        return codes?.(answer) ?? [answer.body.error?.code];
      };
      for (const kind of kinds.filter((one) => free[one] === undefined)) {
        const codesOfKind = await said(limited.get(kind));
        expect(codesOfKind.length, kind).toBeGreaterThan(0);
        for (const code of codesOfKind)
          expect([...REFUSALS, ...(refusal ? [refusal] : [])], `${kind}: ${code}`).toContain(code);
      }
      // Nothing but the limits was in the way.
      expect((await said(owner)).filter((code) => code !== undefined)).toEqual(lacks ? [lacks] : []);
    },
  );

  it('changes the glossary of the language that a member is limited to', async () => {
    const path = (locale: string) => `${base}/translations/${locale}/glossary`;
    const { id, api } = await app.person({ projectId: base.slice('/projects/'.length), role: 'editor' });
    await sent(owner.patch(`${base}/members/${id}`, { limits: { locales: ['de'] } }));
    const terms = [{ term: 'ship', translation: 'Schiff' }];
    expect(await sent(api.put(path('de'), { terms }))).toMatchObject({ locale: 'de', terms });
  });
});
