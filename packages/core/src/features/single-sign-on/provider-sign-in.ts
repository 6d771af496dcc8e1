import { accountProvider } from '../../access/accounts.ts';
import type { ProvenPerson, Provider } from '../../access/providers/provider.ts';
import { ProviderError, type SignInProblem } from '../../access/providers/provider-error.ts';
import { recordingRefusal, recordSignIn } from '../../api/auth/account-record.ts';
import { askBetterAuth } from '../../api/auth/ask-better-auth.ts';
import { beginProviderInput } from '../../api/auth/auth-body.ts';
import { byAddress } from '../../api/auth/auth-operation.ts';
import type { AuthContext } from '../../domains/context.ts';
import { authOperation } from '../../domains/operation.ts';
import { messagesOf } from '../../platform/error-messages.ts';
import { ApiError } from '../../platform/errors.ts';
import { admitPerson } from './admit-person.ts';
import { clearedFlowCookie, flowCookie, type KeptFlow, readFlowCookie } from './flow-cookie.ts';
import { singleSignOnErrors, singleSignOnLimits } from './single-sign-on.names.ts';

const CALLBACK = '/auth/provider/callback/';

export const listProviders = authOperation({
  about: 'The providers through which people sign in here, and whether they replace passwords.',
  access: 'public',
  async run({ services: { singleSignOn } }) {
    const providers = singleSignOn?.settings.providers ?? [];
    return {
      data: providers.map(({ id, name }) => ({ id, name })),
      replaces_passwords: singleSignOn?.settings.replacesPasswords ?? false,
    };
  },
});

export const beginAtProvider = authOperation({
  about: 'Begins a sign-in: returns the URL of the provider.',
  access: 'public',
  needsProviders: true,
  limits: [{ limit: singleSignOnLimits['auth.provider'], per: byAddress }],
  input: beginProviderInput,
  async run(ctx, { provider: id, next }) {
    const provider = await providerOf(ctx, id);
    const { url, flow } = await provider.begin(callbackOf(ctx, id)).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      report(ctx, id, error);
      throw new ApiError(singleSignOnErrors['auth.provider_unreachable']);
    });
    ctx.response.headers.append('set-cookie', flowCookie(ctx.services, { ...flow, provider: id, next }));
    return { url: url.href };
  },
});

/**
 * Each provider has a callback of its own, so that an answer of one can't be taken for another's. It always leads back to the admin: to
 * where the person wanted to go, to the page that asks for a code, or to the sign-in page with the reason.
 */
export const finishAtProvider = authOperation({
  about: 'Where a provider sends people back to. Completes the sign-in and leads on to the admin.',
  access: 'public',
  needsProviders: true,
  limits: [
    { limit: singleSignOnLimits['auth.provider'], byVerb: true },
    { limit: singleSignOnLimits['auth.provider_flow'], byVerb: true },
  ],
  async run(ctx) {
    const { services, response } = ctx;
    const id = ctx.url.pathname.slice(CALLBACK.length);
    const kept = readFlowCookie(services, ctx.headers.get('cookie'));
    const next = kept?.next ?? '/';
    const path = await finish(ctx, id, kept).then(
      (needsCode) => (needsCode ? signInPage(next, { step: 'code' }) : next),
      (error: unknown) => {
        report(ctx, id, error);
        response.headers.delete('set-cookie');
        return signInPage(next, { problem: problemOf(error), provider: id });
      },
    );
    response.status = 303;
    response.headers.set('location', `${services.settings.adminUrl}${path}`);
    response.headers.append('set-cookie', clearedFlowCookie(services.settings));
  },
});

/** @returns whether a code is asked for first */
async function finish(ctx: AuthContext, id: string, kept: KeptFlow | null): Promise<boolean> {
  const { services, requestId, url } = ctx;
  await services.limiter.spend(singleSignOnLimits['auth.provider'], byAddress(ctx).join());
  if (kept?.provider !== id) throw new ProviderError('broken', 'It began in another browser, or too long ago.');
  await services.limiter.spend(singleSignOnLimits['auth.provider_flow'], kept.state);
  const { singleSignOn } = services;
  const provider = await providerOf(ctx, id);
  if (!singleSignOn) throw new ApiError('not_found');
  const proven = await provider.finish(new URL(`${callbackOf(ctx, id)}${url.search}`), kept);
  const [person, begun] = await recordingRefusal(
    ctx,
    await accountOf(ctx, provider, proven),
    'provider',
    async () => {
      const admitted = await admitPerson({ services, singleSignOn, provider, requestId }, proven);
      const body = { userId: admitted.id, hasFactor: proven.hasFactor };
      const session: object = await askBetterAuth(ctx, (api, options) => api.signInProven({ ...options, body })).catch(
        (error: unknown) => {
          if (!(error instanceof ApiError) || error.errorCode !== 'auth.deactivated') throw error;
          throw new ProviderError('deactivated', 'The directory has just deactivated the account.');
        },
      );
      return [admitted, session] as const;
    },
    { provider: id },
  );
  const needsCode = 'twoFactorRedirect' in begun;
  if (!needsCode) await recordSignIn(ctx, person, 'provider', { provider: id });
  return needsCode;
}

/** The account that a sign-in is for: the linked one, or whose address it names; null without an address. */
async function accountOf(
  { services }: AuthContext,
  provider: Provider,
  { subject, email }: ProvenPerson,
): Promise<{ id: string } | { email: string } | null> {
  const key = { providerId: accountProvider(provider), accountId: subject };
  const link = await services.database.prisma.account.findUnique({ where: { providerId_accountId: key } });
  if (link) return { id: link.userId };
  return email === null ? null : { email: email.toLowerCase() };
}

async function providerOf({ services }: AuthContext, id: string): Promise<Provider> {
  const provider = await services.singleSignOn?.provider(id);
  if (!provider) throw new ApiError('not_found');
  return provider;
}

/** Browsers reach the API's /auth through the admin, whose cookies they send. */
function callbackOf({ services }: AuthContext, id: string): string {
  return `${services.settings.adminUrl}${CALLBACK}${id}`;
}

function report({ services, requestId }: AuthContext, provider: string, error: unknown): void {
  const problem = problemOf(error);
  const level = problem === 'failed' ? 'error' : problem === 'unreachable' ? 'warn' : 'info';
  services.log[level]({ provider, problem, requestId, reason: messagesOf(error) }, 'a sign-in was refused');
}

/** The sign-in page. The fragment of the path to go to may be a secret: it stays a fragment, and out of logs. */
function signInPage(next: string, query: Readonly<Record<string, string>>): string {
  const [path = '/', fragment] = next.split('#', 2);
  const address = `/sign-in?${new URLSearchParams({ ...query, next: path })}`;
  return fragment ? `${address}#${fragment}` : address;
}

function problemOf(error: unknown): SignInProblem {
  if (error instanceof ProviderError) return error.problem;
  return error instanceof ApiError && error.errorCode === 'rate_limited' ? 'limit' : 'failed';
}
