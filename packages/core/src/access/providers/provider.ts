/** A sign-in, as the browser keeps it while the person is at the provider. */
export interface SignInFlow {
  readonly state: string;
  readonly nonce: string;
  /** The secret half of PKCE. */
  readonly verifier: string;
}

/** A person, as a provider proved. */
export interface ProvenPerson {
  /** The provider's identifier of the person, which never changes. */
  readonly subject: string;
  /** Null when the provider doesn't say. */
  readonly email: string | null;
  /** Whether the provider says that the address is the person's. */
  readonly emailVerified: boolean;
  /** Names, the best first; they may be unfit. */
  readonly names: readonly string[];
  /** Null when the provider didn't or couldn't tell: then roles stay as they are. */
  readonly groups: readonly string[] | null;
  /** Whether the provider asked for a second factor. */
  readonly hasFactor: boolean;
  /** The domain of the organisation that manages the account; only Google says so, and null for accounts without one. */
  readonly managedBy?: string | null;
}

/** Where people prove who they are. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  /** Subjects are unique only within an issuer. */
  readonly issuer: string;
  /**
   * Begins a sign-in.
   *
   * @returns the URL where it goes on, and what the browser must keep
   * @throws ProviderError `unreachable`
   */
  begin(redirectUri: string): Promise<{ readonly url: URL; readonly flow: SignInFlow }>;
  /**
   * Completes a sign-in: checks state, nonce, PKCE and the signature of the ID token.
   *
   * @param answered the URL that the provider sent the browser to
   * @throws ProviderError
   */
  finish(answered: URL, flow: SignInFlow): Promise<ProvenPerson>;
}
