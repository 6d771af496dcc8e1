import { describe, expect, it } from 'vitest';
import { parseSingleSignOn, SINGLE_SIGN_ON_SETTINGS } from './provider-settings.ts';

const client = (name: string) => ({
  [`STELE_SSO_${name}_CLIENT_ID`]: `${name} id`,
  [`STELE_SSO_${name}_CLIENT_SECRET`]: `${name} secret`,
});
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';

describe('the settings of single sign-on', () => {
  it('are none where no provider is named', () => {
    expect(parseSingleSignOn({})).toBeNull();
    expect(parseSingleSignOn({ STELE_SSO: ' , ', ...client('GOOGLE') })).toBeNull();
  });

  it('know Google, Microsoft and GitHub, and take any other', () => {
    const settings = parseSingleSignOn({
      STELE_SSO: 'google, microsoft,github,acme',
      ...client('GOOGLE'),
      ...client('MICROSOFT'),
      ...client('GITHUB'),
      ...client('ACME'),
      STELE_SSO_MICROSOFT_TENANT: TENANT,
      STELE_SSO_ACME_ISSUER: 'https://login.acme.example/',
      STELE_SSO_ACME_LABEL: 'Acme',
      STELE_SSO_ACME_SCOPES: 'openid email groups',
      STELE_SSO_ACME_GROUPS_CLAIM: 'roles',
      STELE_SSO_ACME_DOMAINS: 'Acme.example',
      STELE_SSO_DOMAINS: 'Example.org, acme.example',
      STELE_SSO_HOURS: '12',
    });
    expect(settings).toMatchObject({
      domains: ['example.org', 'acme.example'],
      takesAnyone: false,
      replacesPasswords: false,
      allowsPrivate: false,
      sessionHours: 12,
    });
    expect(settings?.providers).toMatchObject([
      { id: 'google', kind: 'oidc', name: 'Google', issuer: 'https://accounts.google.com', groupsClaim: 'groups' },
      { id: 'microsoft', name: 'Microsoft', issuer: `https://login.microsoftonline.com/${TENANT}/v2.0` },
      { id: 'github', kind: 'github', issuer: 'https://github.com', scopes: 'read:user user:email' },
      {
        id: 'acme',
        name: 'Acme',
        issuer: 'https://login.acme.example/',
        clientId: 'ACME id',
        clientSecret: 'ACME secret',
        scopes: 'openid email groups',
        groupsClaim: 'roles',
        domains: ['acme.example'],
      },
    ]);
  });

  it.each([
    [{ STELE_SSO: 'acme', ...client('ACME') }, 'STELE_SSO_ACME_ISSUER'],
    [{ STELE_SSO: 'google' }, 'STELE_SSO_GOOGLE_CLIENT_ID'],
    [{ STELE_SSO: 'google', STELE_SSO_GOOGLE_CLIENT_ID: 'id' }, 'STELE_SSO_GOOGLE_CLIENT_SECRET'],
    [{ STELE_SSO: 'google,google', ...client('GOOGLE') }, 'STELE_SSO is wrong'],
    [{ STELE_SSO: 'Acme-1' }, 'STELE_SSO is wrong'],
    [{ STELE_SSO: 'credential', ...client('CREDENTIAL') }, 'STELE_SSO is wrong'],
    [{ STELE_SSO: 'microsoft', ...client('MICROSOFT') }, 'STELE_SSO_MICROSOFT_TENANT'],
    [{ STELE_SSO: 'microsoft', ...client('MICROSOFT'), STELE_SSO_MICROSOFT_TENANT: 'common' }, 'common'],
    [{ STELE_SSO: 'acme', ...client('ACME'), STELE_SSO_ACME_ISSUER: 'http://acme.example' }, 'https'],
    [{ STELE_SSO: 'acme', ...client('ACME'), STELE_SSO_ACME_ISSUER: 'acme' }, 'STELE_SSO_ACME_ISSUER'],
    [{ STELE_SSO: 'google', ...client('GOOGLE'), STELE_SSO_GOOGLE_SCIM_TOKEN: 'short' }, 'STELE_SSO_GOOGLE_SCIM_TOKEN'],
    [{ STELE_SSO: 'google', ...client('GOOGLE'), STELE_SSO_GOOGLE_SCIM_TOKEN: 'a b'.repeat(20) }, 'SCIM_TOKEN'],
    [{ STELE_SSO_DOMAINS: '@example.org' }, 'STELE_SSO_DOMAINS'],
    [
      { STELE_SSO: 'google', ...client('GOOGLE'), STELE_SSO_GOOGLE_DOMAINS: '@example.org' },
      'STELE_SSO_GOOGLE_DOMAINS',
    ],
    [{ STELE_SSO_ONLY: 'yes' }, 'STELE_SSO_ONLY'],
    [{ STELE_SSO_HOURS: '0' }, 'STELE_SSO_HOURS'],
    [{ STELE_SSO_HOURS: '337' }, 'STELE_SSO_HOURS'],
  ])('name what is wrong: %o', (env, named) => {
    expect(() => parseSingleSignOn(env)).toThrow(named);
  });

  it('show no secret in an error', () => {
    const env = { STELE_SSO: 'acme', ...client('ACME'), STELE_SSO_ACME_ISSUER: 'acme' };
    expect(() => parseSingleSignOn(env)).not.toThrow('ACME secret');
  });

  it('allow http where private addresses are allowed', () => {
    const env = { STELE_SSO: 'acme', ...client('ACME'), STELE_SSO_ACME_ISSUER: 'http://acme.internal' };
    expect(parseSingleSignOn({ ...env, STELE_SSO_ALLOW_PRIVATE: '1' })?.allowsPrivate).toBe(true);
  });

  it('are all described', () => {
    for (const text of Object.values(SINGLE_SIGN_ON_SETTINGS)) expect(text).toMatch(/^\S.*\.$/);
  });
});
