import type { LooseBody } from '@stele/testing/api-client';
import { OidcPeer } from '@stele/testing/oidc-peer';
import { ScimClient } from '@stele/testing/scim-client';
import { expect } from 'vitest';
import { parseSingleSignOn } from '../../src/access/providers/provider-settings.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { Browse } from './browse.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

/** Where the admin of the tests of SCIM is. */
export const SCIM_ADMIN = 'http://admin.test';
/** Where the provider `acme` leads people back to. */
export const SCIM_CALLBACK = `${SCIM_ADMIN}/auth/provider/callback/acme`;
/** The tokens of the directories of `acme` and `other`; `plain` has none. */
export const SCIM_TOKENS = { acme: 'a'.repeat(32), other: 'b'.repeat(32) } as const;

/** Settings with three providers. People can sign in through `acme`. */
export function scimSettings(peer: OidcPeer, more: Readonly<Record<string, string>> = {}) {
  const others = ['other', 'plain'].flatMap((id) => {
    const prefix = `STELE_SSO_${id.toUpperCase()}`;
    return [
      [`${prefix}_ISSUER`, `https://${id}.example`],
      [`${prefix}_CLIENT_ID`, 'stele'],
      [`${prefix}_CLIENT_SECRET`, 'secret'],
    ];
  });
  return parseSingleSignOn({
    ...peer.settings('acme'),
    STELE_SSO: 'acme,other,plain',
    STELE_SSO_ACME_SCIM_TOKEN: SCIM_TOKENS.acme,
    STELE_SSO_OTHER_SCIM_TOKEN: SCIM_TOKENS.other,
    ...Object.fromEntries(others),
    ...more,
  });
}

/** An app with single sign-on by `acme`, and the directories of `acme` and `other`. */
export async function startScim(options: TestAppOptions = {}) {
  const peer = new OidcPeer();
  await peer.start([SCIM_CALLBACK]);
  const limits = parseLimits('auth.provider=100000,auth.directory=100000');
  const app = await startTestApp({ adminUrl: SCIM_ADMIN, singleSignOn: scimSettings(peer), limits, ...options });
  const [acme, other] = (['acme', 'other'] as const).map((id) => new ScimClient(app.url, id, SCIM_TOKENS[id]));
  if (!acme || !other) throw new Error('There are two directories.');
  const close = async () => {
    await app.close();
    await peer.close();
  };
  return { app, peer, acme, other, close };
}

let count = 0;

/** The user that Okta sends to create someone. */
export function userOfOkta() {
  const name = `okta-${++count}`;
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `${name}@example.org`,
    name: { givenName: 'Grace', familyName: 'Hopper' },
    emails: [{ primary: true, value: `${name}@example.org`, type: 'work' }],
    displayName: 'Grace Hopper',
    locale: 'en-US',
    externalId: `00u-${name}`,
    groups: [],
    password: 'not taken',
    active: true,
  };
}

/** The user that Entra sends to create someone. */
export function userOfEntra() {
  const name = `Entra-${++count}`;
  return {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: `object-${name}`,
    userName: `${name}@Example.org`,
    active: 'True',
    emails: [{ primary: true, type: 'work', value: `${name}@Example.org` }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
    roles: [],
    title: null,
    addresses: [{ type: 'work', country: 'UK' }],
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Analysis' },
  };
}

/** Creates someone. @returns the answer's body */
export async function createByScim(client: ScimClient, user: object = userOfOkta()): Promise<LooseBody> {
  const { status, body } = await client.post('/Users', user);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** The operations of Okta that end and give back what someone may do. */
export const OFF = { op: 'replace', value: { active: false } };
export const ON = { op: 'replace', value: { active: true } };

/** Signs someone in through the provider `acme`. @returns where in the admin it ends, and the browser */
export async function enterByProvider(
  app: TestApp,
  peer: OidcPeer,
  email: string,
  groups?: readonly string[],
  sub = email,
): Promise<{ to: string | undefined; browse: Browse }> {
  const browse = new Browse({ [SCIM_ADMIN]: app.url });
  peer.person = { sub, email, email_verified: true, name: 'Grace Hopper', ...(groups && { groups }) };
  const begun = await browse.send(`${SCIM_ADMIN}/auth/provider/begin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: SCIM_ADMIN },
    body: JSON.stringify({ provider: 'acme' }),
  });
  const callback = await browse.follow(((await begun.json()) as LooseBody).url, SCIM_CALLBACK);
  const answer = await browse.send(callback.href);
  return { to: answer.headers.get('location')?.slice(SCIM_ADMIN.length), browse };
}
