import { z } from 'zod';
import { bestName, emailSchema } from '../../../access/person.schemas.ts';
import { malformed } from './scim-error.ts';

const MOST_ADDRESSES = 20;
const shortText = z.string().trim().max(255);

/** Directories write nothing as null or as an empty text, and Entra writes true as "True". */
const empty = (value: unknown): unknown => (value === null || value === '' ? undefined : value);
const optional = z.preprocess(empty, shortText.optional());
const flag = z.preprocess(
  (value) => (typeof value === 'string' ? ({ true: true, false: false }[value.toLowerCase()] ?? value) : empty(value)),
  z.boolean().optional(),
);

/** The attributes that are kept of a person of a directory. Other attributes are accepted and dropped. */
const scimUserSchema = z.object({
  userName: shortText.min(1),
  externalId: optional,
  displayName: optional,
  name: z.preprocess(empty, z.object({ formatted: optional, givenName: optional, familyName: optional }).optional()),
  emails: z.preprocess(
    empty,
    z
      .array(z.object({ value: shortText.min(1), type: optional, primary: flag }))
      .max(MOST_ADDRESSES)
      .optional(),
  ),
  active: flag,
});
export type ScimUser = z.infer<typeof scimUserSchema> & { readonly active: boolean };

/** Names of attributes in lower case, each with how it is written; those that have attributes of their own name them. */
const ATTRIBUTES = new Map<string, { readonly name: string; readonly subs?: ReadonlyMap<string, string> }>([
  ['username', { name: 'userName' }],
  ['externalid', { name: 'externalId' }],
  ['displayname', { name: 'displayName' }],
  ['active', { name: 'active' }],
  ['name', { name: 'name', subs: byLowerCase('formatted', 'givenName', 'familyName') }],
  ['emails', { name: 'emails', subs: byLowerCase('value', 'type', 'primary') }],
]);

function byLowerCase(...names: string[]): Map<string, string> {
  return new Map(names.map((name) => [name.toLowerCase(), name]));
}

/** An attribute that is kept; undefined for all others. @param name in lower case */
export function attributeOf(name: string) {
  return ATTRIBUTES.get(name);
}

/** A value with the names of its attributes as they are written, without those that aren't kept. */
export function withNames(value: unknown, subs: ReadonlyMap<string, string> | undefined): unknown {
  if (!subs || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => withNames(one, subs));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const name = subs.get(key.toLowerCase());
      return name === undefined ? [] : [[name, one]];
    }),
  );
}

/** A person of a directory from a body. @param active whether they are if the body doesn't say @throws ScimError `invalidValue` */
export function parseScimUser(body: Readonly<Record<string, unknown>>, active: boolean): ScimUser {
  const known = Object.entries(body).flatMap(([key, value]) => {
    const attribute = attributeOf(key.toLowerCase());
    return attribute ? [[attribute.name, withNames(value, attribute.subs)] as const] : [];
  });
  const { data, error } = scimUserSchema.safeParse(Object.fromEntries(known));
  if (data) return { ...data, active: data.active ?? active };
  const [issue] = error.issues;
  throw malformed('invalidValue', `${issue?.path.join('.')}: ${issue?.message}`);
}

/** The address of a person's account: the first that is the main one, or for work, or any, or else the user name. */
export function accountAddressOf({ userName, emails = [] }: ScimUser): string {
  const best =
    emails.find(({ primary }) => primary) ??
    emails.find(({ type }) => type?.toLowerCase() === 'work') ??
    emails.find(() => true);
  const { data } = emailSchema.safeParse(best?.value ?? userName);
  if (data === undefined) throw malformed('invalidValue', 'emails: The account needs an email address.');
  return data;
}

/** The name for a person's account. */
export function accountNameOf({ displayName, name }: ScimUser, email: string): string {
  return bestName([displayName, name?.formatted, `${name?.givenName ?? ''} ${name?.familyName ?? ''}`], email);
}
