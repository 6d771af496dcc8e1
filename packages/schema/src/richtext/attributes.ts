import { isRichtextHref } from './href.ts';
import { isSecureUrl } from './oembed.ts';

interface AttributeRule {
  /** The expectation, as it continues "must be …". */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  readonly required: boolean;
}

export type AttributeRules = Readonly<Record<string, AttributeRule>>;

/** The kind of values that an attribute may have. */
type Kind = Pick<AttributeRule, 'expected' | 'accepts'>;

export const required = (kind: Kind): AttributeRule => ({ ...kind, required: true });

export const optional = (kind: Kind): AttributeRule => ({ ...kind, required: false });

/** Also null, which Tiptap writes for "none". */
export const orNull = (kind: Kind): Kind => ({
  expected: `${kind.expected}, or null`,
  accepts: (value) => value === null || kind.accepts(value),
});

export const flag: Kind = { expected: 'true or false', accepts: (value) => typeof value === 'boolean' };

export const text: Kind = { expected: 'a text', accepts: (value) => typeof value === 'string' };

export const wholeNumber = (min: number, max: number): Kind => ({
  expected: `a whole number from ${min} to ${max}`,
  accepts: (value) => isWholeNumber(value, min, max),
});

export const wholeNumbers = (min: number, max: number): Kind => ({
  expected: `a list of whole numbers from ${min} to ${max}`,
  accepts: (value) => Array.isArray(value) && value.every((item) => isWholeNumber(item, min, max)),
});

export const oneOf = (...choices: readonly string[]): Kind => ({
  expected: choices.map((choice) => `"${choice}"`).join(' or '),
  accepts: (value) => typeof value === 'string' && choices.includes(value),
});

export const matching = (pattern: RegExp, expected: string): Kind => ({
  expected,
  accepts: (value) => typeof value === 'string' && pattern.test(value),
});

/** The id of an entry, such as "ent_01kah4y2v8n6t4s1xj0p9g3hqa". */
export const entryId: Kind = { expected: 'an id that begins with "ent_"', accepts: isEntryId };

export const assetId: Kind = { expected: 'an id that begins with "ast_"', accepts: isAssetId };

export const href: Kind = {
  expected: 'an address with http, https, mailto or tel, a path that begins with one slash, a #fragment, or asset:ID',
  accepts: (value) => typeof value === 'string' && isRichtextHref(value),
};

export const secureUrl: Kind = {
  expected: 'an address that begins with https, in its usual form',
  accepts: isSecureUrl,
};

function isWholeNumber(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
}

/** Whether a value has the form of an entry's id. */
export function isEntryId(value: unknown): value is string {
  return typeof value === 'string' && /^ent_[0-9a-z]{1,60}$/.test(value);
}

/** Whether a value has the form of an asset's id. */
export function isAssetId(value: unknown): value is string {
  return typeof value === 'string' && /^ast_[0-9a-z]{1,60}$/.test(value);
}
