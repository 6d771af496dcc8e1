import type { CheckMessages } from '@stele/schema';
import type { CheckWords } from '#messages/check';

/** The messages about values as the schema's checks take them. */
export function checkMessages(t: CheckWords): CheckMessages {
  return {
    ...t,
    noSuchDay: (day) => t.noSuchDay({ day }),
    unknownField: (key) => t.unknownField({ key }),
    fewCharacters: (min, length) => t.fewCharacters({ min, length }),
    manyCharacters: (max, length) => t.manyCharacters({ max, length }),
    pattern: (pattern) => t.pattern({ pattern }),
    unmatched: (pattern) => t.unmatched({ pattern }),
    least: (min) => t.least({ min }),
    most: (max) => t.most({ max }),
    notBefore: (min) => t.notBefore({ min }),
    notAfter: (max) => t.notAfter({ max }),
    oneOf: (options) => t.oneOf({ options: options.join(', ') }),
    assetId: () => t.assetId,
    entryId: () => t.entryId,
    fewItems: (min, length) => t.fewItems({ min, length }),
    manyItems: (max, length) => t.manyItems({ max, length }),
    blockType: (types) => t.blockType({ types: types.join(', ') }),
  };
}
