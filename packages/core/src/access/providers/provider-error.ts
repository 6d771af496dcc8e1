/** Why a sign-in through a provider failed. The admin has a sentence for each. */
export const signInProblems = [
  /** The provider can't be reached, or answers with an error. */
  'unreachable',
  /** The person, or the provider, said no. */
  'denied',
  /** The sign-in began in another browser or too long ago, or the provider's answer doesn't hold. */
  'broken',
  /** The provider doesn't say that the email address is the person's. */
  'unverified',
  /** The account with this address belongs to another person at the provider. */
  'taken',
  /** The address is of a domain that isn't let in. */
  'domain',
  /** The provider's directory has deactivated the account. */
  'deactivated',
  /** There's no account, and no reason to make one. */
  'not_invited',
  /** Too many sign-ins. */
  'limit',
  /** Anything else. */
  'failed',
] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** A sign-in through a provider failed. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
