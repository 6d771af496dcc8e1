/** What values are told to be wrong with, in one language. */
export interface CheckMessages {
  readonly email: string;
  readonly url: string;
  readonly color: string;
  readonly date: string;
  readonly datetime: string;
  readonly required: string;
  readonly boolean: string;
  readonly text: string;
  readonly object: string;
  readonly slug: string;
  readonly path: string;
  readonly number: string;
  readonly integer: string;
  readonly list: string;
  readonly emptyItem: string;
  readonly repeated: string;
  readonly blockKey: string;
  readonly repeatedBlockKey: string;
  noSuchDay(day: string): string;
  unknownField(key: string): string;
  fewCharacters(min: number, length: number): string;
  manyCharacters(max: number, length: number): string;
  pattern(pattern: string): string;
  least(min: number): string;
  most(max: number): string;
  notBefore(min: string): string;
  notAfter(max: string): string;
  oneOf(options: readonly string[]): string;
  assetId(): string;
  entryId(): string;
  fewItems(min: number, length: number): string;
  manyItems(max: number, length: number): string;
  blockType(types: readonly string[]): string;
}

/** The messages in English, which the API answers with. */
export const CHECK_MESSAGES: CheckMessages = {
  email: "This isn't an email address.",
  url: "This isn't a web address. It begins with https://.",
  color: 'A colour is written as #rrggbb or #rrggbbaa.',
  date: 'A date is written as 2026-11-21.',
  datetime: 'A time is written as 2026-11-21T09:30:00Z, with its offset from UTC.',
  required: 'This field is required.',
  boolean: 'This must be true or false.',
  text: 'This must be text.',
  object: 'This must be an object.',
  slug: 'A slug has lowercase letters and digits, with hyphens between words.',
  path: 'A path has lowercase letters, digits, hyphens and underscores, with slashes between its parts.',
  number: 'This must be a number.',
  integer: 'This must be a whole number.',
  list: 'This must be a list.',
  emptyItem: 'This item is empty. Fill it in, or remove it.',
  repeated: 'This is in the list already.',
  blockKey: 'A key is a text of at most 64 characters.',
  repeatedBlockKey: 'Another block has this key already.',
  noSuchDay: (day) => `There is no day ${day}.`,
  unknownField: (key) => `There is no field "${key}" here.`,
  fewCharacters: (min, length) => `This must have at least ${min} characters. It has ${length}.`,
  manyCharacters: (max, length) => `This must have at most ${max} characters. It has ${length}.`,
  pattern: (pattern) => `This doesn't match the pattern ${pattern}.`,
  least: (min) => `This must be at least ${min}.`,
  most: (max) => `This must be at most ${max}.`,
  notBefore: (min) => `This must not be before ${min}.`,
  notAfter: (max) => `This must not be after ${max}.`,
  oneOf: (options) => `This must be one of: ${options.join(', ')}.`,
  assetId: () => 'This must be the id of an asset, beginning with ast_.',
  entryId: () => 'This must be the id of an entry, beginning with ent_.',
  fewItems: (min, length) => `This must have at least ${min} items. It has ${length}.`,
  manyItems: (max, length) => `This must have at most ${max} items. It has ${length}.`,
  blockType: (types) => `A block names its type. It must be one of: ${types.join(', ')}.`,
};
