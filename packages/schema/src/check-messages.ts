/** The messages in English, which the API answers with. */
export const CHECK_MESSAGES = {
  email: "This isn't an email address.",
  url: "This isn't a web address. It begins with https://.",
  color: 'A colour is written as #rrggbb or #rrggbbaa.',
  date: 'A date is written as 2026-11-21.',
  datetime: 'A time is written as 2026-11-21T09:30:00Z, with its offset from UTC.',
  time: 'A time of day is written as 09:30.',
  video: "This isn't the address of a video on YouTube or Vimeo.",
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
  noSuchDay: (day: string) => `There is no day ${day}.`,
  unknownField: (key: string) => `There is no field "${key}" here.`,
  fewCharacters: (min: number, length: number) => `This must have at least ${min} characters. It has ${length}.`,
  manyCharacters: (max: number, length: number) => `This must have at most ${max} characters. It has ${length}.`,
  pattern: (pattern: string) => `This doesn't match the pattern ${pattern}.`,
  unmatched: (pattern: string) =>
    `This can't be checked against the pattern ${pattern}: the pattern is too large, or the texts are too long.`,
  least: (min: number) => `This must be at least ${min}.`,
  most: (max: number) => `This must be at most ${max}.`,
  notBefore: (min: string) => `This must not be before ${min}.`,
  notAfter: (max: string) => `This must not be after ${max}.`,
  oneOf: (options: readonly string[]) => `This must be one of: ${options.join(', ')}.`,
  assetId: () => 'This must be the id of an asset, beginning with ast_.',
  entryId: () => 'This must be the id of an entry, beginning with ent_.',
  fewItems: (min: number, length: number) => `This must have at least ${min} items. It has ${length}.`,
  manyItems: (max: number, length: number) => `This must have at most ${max} items. It has ${length}.`,
  blockType: (types: readonly string[]) => `A block names its type. It must be one of: ${types.join(', ')}.`,
} as const satisfies Readonly<Record<string, string | ((...args: never[]) => string)>>;

/** The messages about values, in one language. */
export type CheckMessages = {
  readonly [Name in keyof typeof CHECK_MESSAGES]: (typeof CHECK_MESSAGES)[Name] extends string
    ? string
    : (typeof CHECK_MESSAGES)[Name];
};
