import { passkey } from '@better-auth/passkey';
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError } from 'better-auth/api';
import { type DeviceAuthorizationGrant, deviceAuthorization } from 'better-auth/plugins/device-authorization';
import { z } from 'zod';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Clock } from '../platform/clock.ts';
import { isIdKind, newId } from '../platform/ids.ts';
import { singleUse } from './authenticator-codes.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import { byClock } from './clock-shift.ts';
import { keepOut } from './deactivated.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './person.schemas.ts';
import { DEVICE_CLIENT } from './personal-token.ts';
import { MOST_SESSION_HOURS } from './providers/provider-settings.ts';
import { codes, serverSessions } from './server-sessions.ts';

/** `updateUserInput` checks the values of these fields. */
const userFields = {
  language: { type: 'string', required: false },
  mailDigest: { type: 'string', required: false, defaultValue: 'hourly' },
} as const;
const sessionFields = { providerFactor: { type: 'boolean', required: false, input: false } } as const;

type DevicesPlugin = ReturnType<typeof deviceAuthorization<DeviceAuthorizationGrant>>;

/** The options that decide which operations and fields the service has. */
interface AuthOptions extends BetterAuthOptions {
  readonly user: { readonly additionalFields: typeof userFields };
  readonly session: Omit<NonNullable<BetterAuthOptions['session']>, 'additionalFields'> & {
    readonly additionalFields: typeof sessionFields;
  };
  readonly plugins: [
    ReturnType<typeof codes>,
    BetterAuthPlugin,
    ReturnType<typeof serverSessions>,
    ReturnType<typeof passkey>,
    DevicesPlugin,
  ];
}

/** The sign-in service. */
export type Auth = ReturnType<typeof betterAuth<AuthOptions>>;

/**
 * Sign-in for people, by better-auth: with a password and optionally a code of an authenticator app, with a passkey, or as a
 * provider has proved them. A session is in a cookie, or belongs to the `stele` command. There is no sign-up: accounts are created
 * by the set-up of the instance, by invitations and by single sign-on. Everything that ends does so by the given clock.
 *
 * @param options `sessionHours`: how long every session lasts, however it's used; null for two weeks from the last use
 */
export function createAuth(options: {
  prisma: PrismaClient;
  clock: Clock;
  apiUrl: string;
  adminUrl: string;
  secret: string;
  sessionHours: number | null;
}): Auth {
  return betterAuth<AuthOptions>({
    appName: 'Stele',
    baseURL: options.apiUrl,
    basePath: '/auth',
    secret: options.secret,
    database: prismaAdapter(byClock(options.prisma, options.clock), { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    user: { additionalFields: userFields },
    trustedOrigins: [options.apiUrl, options.adminUrl],
    // No session is fresh: changing an account always requires the password.
    session: {
      expiresIn: 60 * 60 * (options.sessionHours ?? MOST_SESSION_HOURS),
      disableSessionRefresh: options.sessionHours !== null,
      updateAge: 60 * 60 * 24,
      freshAge: 0,
      additionalFields: sessionFields,
    },
    // After, and not before: a deactivation ends the sessions that it sees, and the person's later ones meet this.
    databaseHooks: { session: { create: { after: (session) => keepOut(options.prisma, session) } } },
    plugins: [
      codes(),
      singleUse(options.prisma, options.clock),
      serverSessions(),
      passkeys(options.adminUrl),
      devices(options.adminUrl),
    ],
    // RateLimiter counts attempts instead, across processes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    // Errors are logged and answered by Stele; better-auth would print them.
    onAPIError: {
      onError: (error) => {
        if (!(error instanceof APIError)) throw error;
      },
    },
    advanced: {
      cookiePrefix: 'stele',
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      useSecureCookies: [options.apiUrl, options.adminUrl].some((url) => url.startsWith('https:')),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      database: { generateId: ({ model }) => newId(isIdKind(model) ? model : 'session') },
    },
  });
}

/** Signing in to the `stele` command with a code that a person confirms in the admin. */
function devices(adminUrl: string): DevicesPlugin {
  return deviceAuthorization<DeviceAuthorizationGrant>({
    expiresIn: '10m',
    interval: '2s',
    verificationUri: `${adminUrl}/device`,
    validateClient: (clientId) => clientId === DEVICE_CLIENT,
    // Where a request came from is stored with its code. Who confirms the code is shown that.
    grant: {
      requestSchemaFields: { ip_address: z.string().nullable(), user_agent: z.string().nullable() },
      deviceCodeSchemaFields: {
        ipAddress: { type: 'string', required: false },
        userAgent: { type: 'string', required: false },
      },
      authorizeRequest: ({ request: { ip_address: ipAddress, user_agent: userAgent } }) => ({
        clientId: DEVICE_CLIENT,
        deviceCodeFields: { ipAddress, userAgent },
      }),
      assertSessionRedemption: () => undefined,
      getVerificationContext: () => undefined,
    },
  });
}

/** Signing in with passkeys, in the admin. */
function passkeys(adminUrl: string) {
  return passkey({
    rpID: new URL(adminUrl).hostname,
    rpName: 'Stele',
    origin: new URL(adminUrl).origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey_challenge' },
    // A passkey replaces password and code, so the device must verify its owner.
    registration: {
      afterVerification: ({ verification }) => requireOwner(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireOwner(verification.authenticationInfo.userVerified),
    },
  });
}

/** @throws APIError when a device didn't verify its owner by finger, face or PIN */
function requireOwner(userVerified: boolean | undefined): void {
  if (!userVerified) throw new APIError('BAD_REQUEST', { message: 'The device did not check who uses it.' });
}
