import { accountProvider } from '../../access/accounts.ts';
import { saysDeactivated } from '../../access/deactivated.ts';
import type { ProvenPerson, Provider } from '../../access/providers/provider.ts';
import { ProviderError, type SignInProblem } from '../../access/providers/provider-error.ts';
import type { SingleSignOn } from '../../access/providers/single-sign-on.ts';
import { beginProviderInput, readAuthBody } from '../../api/auth/auth-body.ts';
import type { AuthRoutes } from '../../api/auth/auth-handler.ts';
import { type AuthRequest, headersForBetterAuth } from '../../api/auth/auth-request.ts';
import { recordingRefusal, recordSignIn } from '../../api/auth/sign-in-record.ts';
import type { Services } from '../../domains/services.ts';
import { messagesOf } from '../../platform/error-messages.ts';
import { ApiError } from '../../platform/errors.ts';
import { admitPerson } from './admit-person.ts';
import { clearedFlowCookie, flowCookie, type KeptFlow, readFlowCookie } from './flow-cookie.ts';
import { listLinks, unlinkProvider } from './provider-links.ts';

const CALLBACK = '/auth/provider/callback';

/**
 * Routes below /auth for signing in through providers. Each provider has a callback of its own, so that an answer of one can't be
 * taken for another's. A callback always leads back to the admin: to where the person wanted to go, to the page that asks for a
 * code, or to the sign-in page with the reason.
 */
export function singleSignOnRoutes(services: Services): AuthRoutes {
  const { singleSignOn } = services;
  const providers = singleSignOn?.settings.providers ?? [];
  const list = {
    data: providers.map(({ id, name }) => ({ id, name })),
    replaces_passwords: singleSignOn?.settings.replacesPasswords ?? false,
  };
  const listed: AuthRoutes = {
    'GET /auth/providers': async () => Response.json(list),
    'GET /auth/provider/links': listLinks.bind(null, services),
    'POST /auth/provider/unlink': unlinkProvider.bind(null, services),
  };
  if (singleSignOn === null) return listed;
  const signIns = new ProviderSignIns(services, singleSignOn);
  const callbacks = providers.map(({ id }) => [`GET ${CALLBACK}/${id}`, signIns.finish.bind(signIns, id)] as const);
  return {
    ...listed,
    'POST /auth/provider/begin': signIns.begin.bind(signIns),
    ...Object.fromEntries(callbacks),
  };
}

/** Sign-ins through providers. */
class ProviderSignIns {
  readonly #services: Services;
  readonly #singleSignOn: SingleSignOn;

  constructor(services: Services, singleSignOn: SingleSignOn) {
    this.#services = services;
    this.#singleSignOn = singleSignOn;
  }

  /** Answers with the URL of the provider. @throws ApiError `auth.provider_unreachable`, `rate_limited`, `validation_failed` */
  async begin(request: AuthRequest): Promise<Response> {
    const { provider: id, next } = await readAuthBody(request.request, beginProviderInput);
    await this.#spend(request);
    const provider = await this.#provider(id);
    const begun = await provider.begin(this.#callbackOf(id)).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      this.#report(id, error, request);
      throw new ApiError('auth.provider_unreachable');
    });
    const answer = Response.json({ url: begun.url.href });
    answer.headers.append('set-cookie', flowCookie(this.#services, { ...begun.flow, provider: id, next }));
    return answer;
  }

  /** Completes a sign-in. Never throws: who fails is sent to the sign-in page. */
  async finish(id: string, request: AuthRequest): Promise<Response> {
    const kept = readFlowCookie(this.#services, request.request.headers.get('cookie'));
    const next = kept?.next ?? '/';
    try {
      await this.#spend(request);
      if (kept?.provider !== id) throw new ProviderError('broken', 'It began in another browser, or too long ago.');
      await this.#services.limiter.spend('auth.provider_flow', kept.state);
      const { needsCode, cookies } = await this.#signIn(id, kept, request);
      return this.#redirect(needsCode ? signInPage(next, { step: 'code' }) : next, cookies);
    } catch (error) {
      const problem = problemOf(error);
      this.#report(id, error, request);
      return this.#redirect(signInPage(next, { problem, provider: id }));
    }
  }

  async #signIn(
    id: string,
    kept: KeptFlow,
    request: AuthRequest,
  ): Promise<{ needsCode: boolean; cookies: readonly string[] }> {
    const provider = await this.#provider(id);
    const { search } = new URL(request.request.url);
    const proven = await provider.finish(new URL(`${this.#callbackOf(id)}${search}`), kept);
    const { requestId } = request;
    const signIn = { services: this.#services, singleSignOn: this.#singleSignOn, provider, requestId };
    const { api } = await this.#services.auth();
    const [person, answer] = await recordingRefusal(
      request,
      await this.#accountOf(provider, proven),
      'provider',
      async () => {
        const admitted = await admitPerson(signIn, proven);
        const begun = await api.signInProven({
          body: { userId: admitted.id, hasFactor: proven.hasFactor },
          headers: headersForBetterAuth(request),
          asResponse: true,
        });
        if (await saysDeactivated(begun))
          throw new ProviderError('deactivated', 'The directory has just deactivated the account.');
        return [admitted, begun] as const;
      },
      { provider: id },
    );
    if (!answer.ok) throw new Error(`The session could not begin: ${answer.status}.`);
    const { twoFactorRedirect } = (await answer.json()) as { twoFactorRedirect?: boolean };
    if (!twoFactorRedirect) await recordSignIn(request, person, 'provider', { provider: id });
    return { needsCode: twoFactorRedirect === true, cookies: answer.headers.getSetCookie() };
  }

  /** The account that a sign-in is for: the linked one, or whose address it names; null without an address. */
  async #accountOf(
    provider: Provider,
    { subject, email }: ProvenPerson,
  ): Promise<{ id: string } | { email: string } | null> {
    const key = { providerId: accountProvider(provider), accountId: subject };
    const link = await this.#services.database.prisma.account.findUnique({ where: { providerId_accountId: key } });
    if (link) return { id: link.userId };
    return email === null ? null : { email: email.toLowerCase() };
  }

  async #provider(id: string): Promise<Provider> {
    const provider = await this.#singleSignOn.provider(id);
    if (!provider) throw new ApiError('not_found');
    return provider;
  }

  async #spend({ address }: AuthRequest): Promise<void> {
    await this.#services.limiter.spend('auth.provider', address ?? 'unknown');
  }

  /** Browsers reach the API's /auth through the admin, whose cookies they send. */
  #callbackOf(id: string): string {
    return `${this.#services.settings.adminUrl}${CALLBACK}/${id}`;
  }

  #redirect(path: string, cookies: readonly string[] = []): Response {
    const { settings } = this.#services;
    const answer = new Response(null, { status: 303, headers: { location: `${settings.adminUrl}${path}` } });
    for (const cookie of [...cookies, clearedFlowCookie(settings)]) answer.headers.append('set-cookie', cookie);
    return answer;
  }

  #report(provider: string, error: unknown, { requestId }: AuthRequest): void {
    const problem = problemOf(error);
    const level = problem === 'failed' ? 'error' : problem === 'unreachable' ? 'warn' : 'info';
    this.#services.log[level]({ provider, problem, requestId, reason: messagesOf(error) }, 'a sign-in was refused');
  }
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
