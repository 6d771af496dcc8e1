import { type ApiClient, codeOf, type LooseBody } from '@stele/testing/api-client';
import { type MailPeer, startMailPeer } from '@stele/testing/mail-peer';
import { OidcPeer } from '@stele/testing/oidc-peer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZodObject } from 'zod';
import { parseSingleSignOn } from '../../src/access/providers/provider-settings.ts';
import * as authBodies from '../../src/api/auth/auth-body.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { allRoutes } from '../support/example-requests.ts';
import { PASSWORD, startTestApp, type TestApp, type TestPerson } from '../support/test-app.ts';

const ADMIN = 'http://admin.test';

/** Someone who asks: without a session, or as the owner of a project that has nothing to do with the address. */
interface Asker {
  readonly api: ApiClient;
  readonly cookie: string;
  readonly at: TestApp;
  readonly owner: TestPerson;
  readonly projectId: string;
}

/** A request about an address, with the answer that the asker gets. */
type Ask = (asker: Asker, email: string) => Promise<LooseBody>;

const auth = async ({ at, cookie }: Asker, path: string, body: object): Promise<LooseBody> => {
  const response = await fetch(`${at.url}/auth/${path}`, {
    method: 'POST',
    headers: { origin: at.url, 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  const cookies = response.headers.getSetCookie().map((one) => one.split('=')[0]);
  return { status: response.status, cookies, body: await response.json() };
};

const invite = ({ owner, projectId }: Asker, email: string) =>
  owner.api.post(`/projects/${projectId}/invitations`, { email, role: 'viewer' });
const linkTo = async (asker: Asker, email: string): Promise<string> =>
  new URL((await invite(asker, email)).body.accept_url).hash.slice(1);
const accept =
  (more: object): Ask =>
  async (asker, email) =>
    asker.api.post('/invitations/accept', { secret: await linkTo(asker, email), ...more });

/** Every way to send an address, or something that stands for one. */
const ASKS: Readonly<Record<string, Ask>> = {
  'signs in': (asker, email) => auth(asker, 'sign-in/email', { email, password: 'not the password' }),
  'asks for a link to reset the password': (asker, email) => auth(asker, 'password-reset/request', { email }),
  invites: invite,
  'invites a second time': async (asker, email) => {
    await invite(asker, email);
    return invite(asker, email);
  },
  'lists invitations': async (asker, email) => {
    await invite(asker, email);
    const { status, body } = await asker.owner.api.get(`/projects/${asker.projectId}/invitations`);
    return { status, body: body.data.filter((one: LooseBody) => one.email === email) };
  },
  'revokes an invitation': async (asker, email) => {
    const { body } = await invite(asker, email);
    return asker.owner.api.delete(`/projects/${asker.projectId}/invitations/${body.id}`);
  },
  'reads an invitation': async (asker, email) =>
    asker.api.post('/invitations/preview', { secret: await linkTo(asker, email) }),
  'accepts an invitation with nothing': accept({}),
  'accepts an invitation with a name only': accept({ name: 'Ada' }),
  'accepts an invitation with a password only': accept({ password: PASSWORD }),
  'accepts an invitation with a bad password': accept({ name: 'Ada', password: 'short' }),
  'lists members': ({ owner, projectId }) => owner.api.get(`/projects/${projectId}/members`),
};

let peer: OidcPeer;
let mail: MailPeer;
const apps: TestApp[] = [];
let withPasswords: Asker;
let withProviders: Asker;

beforeAll(async () => {
  [peer, mail] = [new OidcPeer(), await startMailPeer()];
  await peer.start([`${ADMIN}/auth/provider/callback/acme`]);
  const limits = parseLimits('invitation.create=100000,auth.sign_in_address=100000,auth.reset_request_address=100000');
  const settings = { adminUrl: ADMIN, limits, mail: { smtpUrl: mail.url, from: 'Stele <stele@example.org>' } };
  const singleSignOn = parseSingleSignOn({ ...peer.settings('acme'), STELE_SSO_ONLY: '1' });
  const app = await startTestApp(settings);
  // The same instance, started with another setting.
  const strict = await startTestApp({ ...settings, database: app.database, singleSignOn });
  apps.push(strict, app);
  const { id: projectId } = await app.project();
  const owner = await app.person({ projectId, role: 'owner' });
  withPasswords = { at: app, api: app.api, cookie: '', owner, projectId };
  withProviders = { ...withPasswords, at: strict, api: strict.api };
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await Promise.all([peer.close(), mail.close()]);
});

/** An answer without what is another one each time. */
function told({ status, cookies, body }: LooseBody, email: string): string {
  const text = JSON.stringify({ status, cookies, body }).replaceAll(email, 'EMAIL');
  return text
    .replace(/inv_[0-9a-z]{26}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/accept#[\w-]+/g, 'accept#SECRET');
}

describe.each(Object.entries(ASKS))('someone who %s', (_, ask) => {
  it.each([
    ['nobody', () => withPasswords],
    ['a stranger', () => ({ ...withPasswords, api: withPasswords.owner.api, cookie: withPasswords.owner.cookie })],
    ['nobody, where providers replace passwords', () => withProviders],
  ])('is told the same whether or not the address has an account: as %s', async (__, who) => {
    const asker = who();
    const { email: known } = await withPasswords.at.person();
    const unknown = known.replace('person-', 'nobody-');
    const answers = [await ask(asker, known), await ask(asker, unknown)];
    expect(answers.map(({ status }) => status)).not.toContain(429);
    expect(told(answers[0], known)).toBe(told(answers[1], unknown));
  });
});

it('covers every operation and route that takes an address', async () => {
  const { paths } = JSON.parse(JSON.stringify(await withPasswords.at.services.openApiDocument()));
  const taking = allRoutes.filter(({ operation: { path, method } }) => {
    const body = paths[path]?.[method.toLowerCase()]?.requestBody?.content?.['application/json'];
    return Object.hasOwn(body?.schema?.properties ?? {}, 'email');
  });
  // The second one makes the first account of an instance, with a code that only its operator has.
  expect(taking.map(({ key }) => key)).toEqual(['instance.setUp', 'invitations.create']);
  const bodies = Object.entries(authBodies).flatMap(([name, schema]) =>
    schema instanceof ZodObject && 'email' in schema.shape ? [name] : [],
  );
  expect(bodies.sort()).toEqual(['requestResetInput', 'signInInput']);
});

it('tells who is signed in with the address, and lets them join', async () => {
  const { email, api } = await withPasswords.at.person();
  const secret = await linkTo(withPasswords, email);
  expect((await api.post('/invitations/preview', { secret })).body.has_account).toBe(true);
  expect(codeOf(await api.post('/invitations/accept', { secret }))[0]).toBe(200);
});
