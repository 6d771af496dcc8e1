import { z } from 'zod';
import { isReservedName, nameProblem } from './person-name.ts';

/** People sign in with passwords of at least this many characters. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;
/** A person's name has at most this many characters. */
const MAX_NAME_LENGTH = 100;

/** The name that a person gives themselves. */
export const personNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .superRefine((name, issues) => {
    // A longer name is refused already, and normalising it could take very long.
    if (name.length > MAX_NAME_LENGTH) return;
    const message = nameProblem(name) ?? (isReservedName(name) ? 'This name is reserved for the system.' : null);
    if (message !== null) issues.addIssue({ code: 'custom', message });
  })
  .meta({ examples: ['Ada Lovelace'] });

export const emailSchema = z
  .string()
  .max(254, { abort: true })
  .check(z.email())
  .transform((email) => email.toLowerCase())
  .meta({ examples: ['ada@example.org'] });

export const passwordSchema = z
  .string()
  .min(MIN_PASSWORD_LENGTH)
  .max(MAX_PASSWORD_LENGTH)
  .meta({ examples: ['correct horse battery'] });

/** The first of some names that is fit; else the part of the address before the @. */
export function bestName(names: readonly unknown[], email: string): string {
  const parsed = [...names, email.split('@')[0]].map((name) => personNameSchema.safeParse(name));
  return parsed.find(({ success }) => success)?.data ?? 'Unnamed';
}

/** The domain of an email address, in lower case; null when it isn't one. */
export function emailDomain(email: string): string | null {
  return emailSchema.safeParse(email).data?.split('@').at(-1) ?? null;
}
