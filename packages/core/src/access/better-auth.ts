import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { newId } from '../platform/ids.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './person.schemas.ts';

/**
 * Sign-in for people, by better-auth: email and password, sessions in cookies. Nobody signs up by themselves: accounts
 * are made by the set-up of the instance and by invitations.
 */
export function createAuth(options: { prisma: PrismaClient; apiUrl: string; adminUrl: string; secret: string }) {
  return betterAuth({
    appName: 'Stele',
    baseURL: options.apiUrl,
    basePath: '/auth',
    secret: options.secret,
    database: prismaAdapter(options.prisma, { provider: 'postgresql' }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    trustedOrigins: [options.apiUrl, options.adminUrl],
    session: { expiresIn: 60 * 60 * 24 * 14, updateAge: 60 * 60 * 24 },
    // Stele's own limiter counts attempts, across processes.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'stele',
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      useSecureCookies: [options.apiUrl, options.adminUrl].some((url) => url.startsWith('https:')),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      database: { generateId: ({ model }) => newId(model === 'user' ? 'user' : (idKinds[model] ?? 'session')) },
    },
  });
}

const idKinds: Record<string, 'session' | 'account' | 'verification'> = {
  session: 'session',
  account: 'account',
  verification: 'verification',
};

/** The sign-in service. */
export type Auth = ReturnType<typeof createAuth>;
