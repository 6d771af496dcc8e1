import { once } from '../../platform/once.ts';
import { GuardedClient, type GuardedClientOptions } from '../../platform/outgoing/guarded-client.ts';
import { emailDomain } from '../person.schemas.ts';
import type { Provider } from './provider.ts';
import type { ProviderSettings, SingleSignOnSettings } from './provider-settings.ts';

/** Makes the clients of providers, by ID. */
type MakeProviders = (
  settings: readonly ProviderSettings[],
  client: GuardedClient,
) => Promise<ReadonlyMap<string, Provider>>;

/** The providers that people sign in with, and who gets in through them. */
export class SingleSignOn {
  readonly settings: SingleSignOnSettings;
  readonly #client: GuardedClient;
  /** Loaded at the first sign-in: the library isn't small. */
  readonly #providers: () => Promise<ReadonlyMap<string, Provider>>;

  /**
   * @param makeProviders loads what asks providers
   * @param guard decides instead of the settings which addresses may be called, for tests
   */
  constructor(settings: SingleSignOnSettings, makeProviders: MakeProviders, guard: GuardedClientOptions = {}) {
    this.settings = settings;
    const allowedBy = 'STELE_SSO_ALLOW_PRIVATE';
    this.#client = new GuardedClient({
      allowedBy,
      ...(settings.allowsPrivate && { mayRequest: () => true }),
      ...guard,
    });
    this.#providers = once(() => makeProviders(settings.providers, this.#client));
  }

  /** The provider of an ID; null when there is none. */
  async provider(id: string): Promise<Provider | null> {
    return (await this.#providers()).get(id) ?? null;
  }

  /** The settings of a provider whose directory speaks SCIM; null without one. */
  directory(id: string): (ProviderSettings & { readonly scimToken: string }) | null {
    const found = this.settings.providers.find((one) => one.id === id);
    return found && found.scimToken !== null ? { ...found, scimToken: found.scimToken } : null;
  }

  /** Whether a person with an address is let in, by a provider that may speak for it. @param managedBy as the provider proved it */
  admits(providerId: string, email: string, managedBy?: string | null): boolean {
    const { domains } = this.settings;
    // Google verifies any address, also of accounts that aren't the organisation's.
    const proven = [emailDomain(email), managedBy].filter((one) => one !== undefined);
    const isIn = domains === null || proven.every((one) => one !== null && domains.includes(one));
    return isIn && proven.every((one) => this.#speaksFor(providerId, one));
  }

  /** Whether a provider and its directory may speak for an account with an address. */
  maySpeakFor(providerId: string, email: string): boolean {
    return this.#speaksFor(providerId, emailDomain(email));
  }

  #speaksFor(providerId: string, domain: string | null): boolean {
    const provider = this.settings.providers.find(({ id }) => id === providerId);
    const domains = provider ? provider.domains : [];
    return domains === null || (domain !== null && domains.includes(domain));
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
