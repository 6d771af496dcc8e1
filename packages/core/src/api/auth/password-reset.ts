import { hashPassword } from '../../access/accounts.ts';
import { isKnownBrowser } from '../../access/known-browser.ts';
import type { MailLanguage } from '../../access/mailer.ts';
import { maySignInWithout } from '../../access/operator.store.ts';
import {
  createPasswordReset,
  findPasswordReset,
  MAILED_LINK_LIFETIME_MS,
  usePasswordReset,
} from '../../access/password-resets.ts';
import { SYSTEM } from '../../platform/actor.ts';
import { retryConflicts } from '../../platform/database/in-transaction.ts';
import { ApiError } from '../../platform/errors.ts';
import { completeResetInput, readAuthBody, requestResetInput, resetSecretInput } from './auth-body.ts';
import { type AuthRequest, recordAccount } from './auth-request.ts';
import { resetMail } from './reset-mail.ts';

/**
 * Mails a link to choose a new password. Response and response time are the same whether or not the address has an account.
 */
export async function requestReset(request: AuthRequest): Promise<Response> {
  const { services, address } = request;
  const { email, language } = await readAuthBody(request.request, requestResetInput);
  await services.limiter.spend('auth.reset_request_address', address ?? 'unknown');
  // A browser in which the owner signed in before has its own limit, which others can't exhaust.
  const isKnown = isKnownBrowser(services.settings, email, request.request.headers.get('cookie'));
  if (!isKnown) await services.limiter.spend('auth.reset_request_account', email);
  await services.limiter.spend('auth.reset_request', `${email} ${isKnown ? 'known browser' : (address ?? 'unknown')}`);
  if (services.mailer === null) throw new ApiError('auth.no_mail');
  void mailLink(request, email, language).catch((err: unknown) => {
    services.log.error({ err }, 'the mail to reset a password could not be sent');
  });
  return Response.json({ sent: true });
}

async function mailLink(request: AuthRequest, email: string, language: MailLanguage): Promise<void> {
  const { database, clock, mailer, settings } = request.services;
  const user = await database.prisma.user.findUnique({ where: { email, deactivatedAt: null } });
  if (!user || !mailer || !(await maySignInWithout(request.services, email))) return;
  const lifetimeMs = MAILED_LINK_LIFETIME_MS;
  const reset = { userId: user.id, madeById: null, now: clock.now(), lifetimeMs };
  const { secret } = await retryConflicts(() => database.prisma.$transaction((tx) => createPasswordReset(tx, reset)));
  await recordAccount(request, user, 'account.request_password_reset', {}, SYSTEM);
  const link = `${settings.adminUrl}/reset-password#${secret}`;
  await mailer.send({ to: user.email, ...resetMail(language, { name: user.name, link }) });
}

/** The person whose password a link resets. @throws ApiError `auth.reset_over` */
export async function previewReset(request: AuthRequest): Promise<Response> {
  const { secret } = await readAuthBody(request.request, resetSecretInput);
  const giveBack = await request.services.limiter.spend('auth.reset', request.address ?? 'unknown');
  const found = await findReset(request, secret);
  await giveBack();
  return Response.json({ email: found.user.email });
}

/** Sets a new password by a link, which works once. All sessions end. @throws ApiError `auth.reset_over` */
export async function completeReset(request: AuthRequest): Promise<Response> {
  const { services } = request;
  const { secret, password } = await readAuthBody(request.request, completeResetInput);
  const giveBack = await services.limiter.spend('auth.reset', request.address ?? 'unknown');
  const { prisma } = services.database;
  const now = services.clock.now();
  const found = await findReset(request, secret);
  const passwordHash = await hashPassword(services, password);
  const use = { id: found.id, userId: found.user.id, passwordHash, now };
  const used = await retryConflicts(() => prisma.$transaction((tx) => usePasswordReset(tx, use)));
  if (!used) throw new ApiError('auth.reset_over');
  await giveBack();
  await recordAccount(request, found.user, 'account.reset_password', used.ended && { removed: used.ended });
  return Response.json({ email: found.user.email });
}

async function findReset({ services }: AuthRequest, secret: string) {
  const found = await findPasswordReset(services.database.prisma, secret, services.clock.now());
  if (!found || !(await maySignInWithout(services, found.user.email))) throw new ApiError('auth.reset_over');
  return found;
}
