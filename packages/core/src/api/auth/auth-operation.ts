import type { ZodType, z } from 'zod';
import type { ApiServices } from '../context.ts';
import type { LimitUse } from '../within-limits.ts';
import type { noInput } from './auth-body.ts';

/** A request below /auth. */
export interface ApiAuthContext<S extends ApiServices = ApiServices> {
  readonly services: S;
  readonly requestId: string;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** The client's address; null when it isn't known. */
  readonly address: string | null;
  /** The answer's status, and its headers, among them Set-Cookie. */
  readonly response: { status: number; readonly headers: Headers };
}

/** A signed-in person and their session. */
export interface SignedIn {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
  /** Whether the person has proved that the address is theirs. */
  readonly emailVerified: boolean;
  readonly hasTwoFactor: boolean;
  /** Whether a provider asked for a second factor when the session began; null when it began without a provider. */
  readonly providerFactor: boolean | null;
}

/** A request below /auth by someone who is signed in. */
export interface ApiPersonContext<S extends ApiServices = ApiServices> extends ApiAuthContext<S> {
  readonly person: SignedIn;
}

/** `verified`: someone signed in whose address is verified; `signed_out`: not someone who is signed in. */
export type AuthAccess = 'public' | 'signed_out' | 'session' | 'verified';

type AuthContextOf<S extends ApiServices, A extends AuthAccess> = A extends 'session' | 'verified'
  ? ApiPersonContext<S>
  : ApiAuthContext<S>;

/** An operation below /auth. It isn't one of tRPC, since those answer several calls at once, and set no cookies. */
export interface AuthOperation<
  S extends ApiServices = ApiServices,
  A extends AuthAccess = AuthAccess,
  I extends ZodType = ZodType,
  O = unknown,
> {
  /** A sentence for the reference. */
  readonly about: string;
  readonly access: A;
  readonly limits?: readonly LimitUse<AuthContextOf<S, A>, z.output<I>>[];
  /** Without one, the body isn't read. */
  readonly input?: I;
  /** Whether it exists only where people sign in through providers. `{provider}` in its path stands for the id of each. */
  readonly needsProviders?: true;
  run(ctx: AuthContextOf<S, A>, input: z.output<I>): Promise<O>;
}

/** Operations by method and path. */
export type AuthOperations = Readonly<Record<string, AuthOperation>>;

/** Makes operations below /auth whose verbs get these services. */
export function authOperationsFor<S extends ApiServices>() {
  return <const A extends AuthAccess, O, I extends ZodType = typeof noInput>(
    declared: AuthOperation<S, A, I, O>,
    // The services of the program have all that any operation needs.
  ): AuthOperation<ApiServices, A, I, O> => declared as unknown as AuthOperation<ApiServices, A, I, O>;
}

/** For limits that count by the client's address. */
export const byAddress = ({ address }: Pick<ApiAuthContext, 'address'>): readonly string[] => [address ?? 'unknown'];

/** The limit of operations that ask for the password again. */
export const wrongPasswords = { limit: 'auth.change_password', counts: 'failures' } as const;

/** The body that a client sends to an operation. */
export type AuthInput<Declared> =
  Declared extends AuthOperation<infer _S, infer _A, infer I, infer _O> ? z.input<I> : never;
/** The body that an operation answers with. */
export type AuthOutput<Declared> = Declared extends AuthOperation<infer _S, infer _A, infer _I, infer O> ? O : never;
