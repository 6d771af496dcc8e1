import { z } from 'zod';
import { digestRhythms, mailLanguages } from '../../access/mailer.ts';
import { emailSchema, MAX_PASSWORD_LENGTH, passwordSchema, personNameSchema } from '../../access/person.schemas.ts';

const knownPassword = z.string().min(1).max(MAX_PASSWORD_LENGTH);

/** Without better-auth's fields that Stele doesn't use. */
export const signInInput = z.object({
  email: emailSchema,
  password: knownPassword,
  rememberMe: z.boolean().optional(),
});
export const updateUserInput = z
  .object({
    name: personNameSchema.optional(),
    language: z.enum(mailLanguages).optional(),
    mailDigest: z.enum(digestRhythms).optional(),
  })
  .refine((change) => Object.values(change).some((one) => one !== undefined), {
    path: ['name'],
    error: 'Give a name, a language or how often mail is wanted.',
  });
export const changePasswordInput = z.object({ currentPassword: knownPassword, newPassword: passwordSchema });
export const sessionInput = z.object({ id: z.string().max(100) });
export const passwordInput = z.object({ password: knownPassword });
export const unlinkInput = z.object({ id: z.string().max(100), password: knownPassword });

const codeSchema = z
  .string()
  .max(40)
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().min(1));
export const codeInput = z.object({ code: codeSchema });
export const signInCodeInput = z.object({ code: codeSchema, trustDevice: z.boolean().optional() });

/** A credential from the browser's WebAuthn API. better-auth checks its contents. */
export interface PasskeyCredential {
  readonly id: string;
  readonly response: object;
}
const credentialSchema: z.ZodType<PasskeyCredential, PasskeyCredential> = z.looseObject({
  id: z.string().max(2_000),
  response: z.looseObject({}),
});
const passkeyNameSchema = z.string().trim().min(1).max(60);
export const passkeyNameInput = z.object({ name: passkeyNameSchema, response: credentialSchema });
export const passkeyResponseInput = z.object({ response: credentialSchema });
export const passkeyInput = z.object({ id: z.string().max(100), name: passkeyNameSchema.optional() });

/** A device code as a person types it: in any case, with or without dashes and spaces. */
const shownCodeSchema = z
  .string()
  .max(40)
  .transform((code) => code.replace(/[^a-zA-Z0-9]/g, '').toUpperCase())
  .pipe(z.string().length(8));
export const shownCodeInput = z.object({ code: shownCodeSchema });
export const deviceTokenInput = z.object({ device_code: z.string().min(1).max(200) });
export const noInput = z.object({});

/** A path of the admin in the characters of a header, which no browser takes for another site's. */
const localPathSchema = z
  .string()
  .max(1_000)
  .regex(/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/, 'This is not a path.');
export const beginProviderInput = z.object({ provider: z.string().max(30), next: localPathSchema.default('/') });

export const requestResetInput = z.object({ email: emailSchema, language: z.enum(mailLanguages).default('en') });
const resetSecret = z.string().min(1).max(200);
export const resetSecretInput = z.object({ secret: resetSecret });
export const completeResetInput = z.object({ secret: resetSecret, password: passwordSchema });
