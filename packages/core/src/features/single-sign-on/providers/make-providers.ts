import type { Provider } from '../../../access/providers/provider.ts';
import type { ProviderSettings } from '../../../access/providers/provider-settings.ts';
import type { GuardedClient } from '../../../platform/outgoing/guarded-client.ts';
import { GithubProvider } from './github-provider.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { OidcProvider } from './oidc-provider.ts';

/** The providers of an instance, by ID. */
export function makeProviders(settings: readonly ProviderSettings[], client: GuardedClient): Map<string, Provider> {
  const fetch = guardedFetch(client);
  return new Map(
    settings.map((one) => [
      one.id,
      one.kind === 'github' ? new GithubProvider(one, fetch) : new OidcProvider(one, fetch),
    ]),
  );
}
