import { checkBlocks } from '../check-arguments.ts';
import { publishItems } from '../content.ts';
import { inAnotherOrder } from '../diff/another-order.ts';
import { wordChanges } from '../diff/change-messages.ts';
import type { FieldsPlan } from '../diff/model.ts';
import type { BlockTranslations, BlockType } from '../document.ts';
import {
  type DraftOf,
  type FieldOptions,
  type Fields,
  fieldDocuments,
  type NestedFields,
  type PublishedOf,
} from '../fields.ts';
import type { CollectionIcon } from '../icons.ts';
import { labelOf } from '../labels.ts';
import { normaliseTranslations, present } from '../normal-form.ts';
import { isObject } from '../own-value.ts';
import { type Code, objectCode, wrap } from '../source/layout.ts';
import { textLiteral } from '../source/literals.ts';
import { translationsCode } from '../source/translations-code.ts';
import { listOf } from '../source/type-text.ts';
import { type BlocksShape, blockHead, blockTypeOf } from './blocks.ts';
import { declared } from './builder.ts';
import { bounds } from './constraints.ts';
import type { ConfigWriting, FieldDefinition } from './field-definition.ts';

export const blocksDefinition: FieldDefinition<BlocksShape> = {
  constraints: ({ blocks: types }) => ({ types, ...bounds }),
  inner: 'blocks',
  normalise: (shape, normalising) => ({
    ...shape,
    types: shape.types.map((block) =>
      present<BlockType>({
        key: block.key,
        label: block.label ?? labelOf(block.key),
        help: block.help || undefined,
        icon: block.icon,
        picture: block.picture,
        translations: normaliseTranslations(block.translations),
        fields: normalising.fields(block.fields),
      }),
    ),
  }),
  checkSense({ types }, path, sensing) {
    const keys = types.map(({ key }) => key);
    sensing.noRepeats(keys, (index) => [...path, 'types', index, 'key'], 'block');
    for (const [index, block] of types.entries()) sensing.fields(block.fields, [...path, 'types', index, 'fields']);
  },
  apart: ['types'],
  compare(was, now, path, comparing) {
    const { log } = comparing;
    const types = new Map<string, FieldsPlan | string>();
    for (const old of was.types) {
      const type = now.types.find(({ key }) => key === old.key);
      const place = [...path, old.key];
      if (type) {
        for (const message of wordChanges(`the block ${place.join('.')}`, old, type)) {
          log.add('block.described', place, message);
        }
        types.set(old.key, comparing.fields(old.fields, type.fields, place));
      } else types.set(old.key, log.add('block.removed', place, `The block ${place.join('.')} goes away.`));
    }
    for (const { key } of now.types) {
      if (types.has(key)) continue;
      log.add('block.added', [...path, key], `The block ${[...path, key].join('.')} is new.`);
    }
    if (inAnotherOrder(was.types, now.types).length > 0) {
      log.add('block.moved', path, `The blocks of ${path.join('.')} come in another order.`);
    }
    const identity = [...types.values()].every((plan) => typeof plan !== 'string' && plan.identity);
    return identity ? null : { kind: 'blocks', types };
  },
  hasUntypedDefault: true,
  config(shape, writing) {
    const types = shape.types.map((block) => blockCode(block, writing));
    return writing.call('blocks', ['types'], [objectCode(types, true)]);
  },
  published(shape, writing) {
    const types = shape.types.map(({ key, fields }) =>
      writing.fields(fields, [`readonly _type: '${key}';`, 'readonly _key?: string;']),
    );
    return listOf(types.join(' | '), types.length > 1);
  },
  isCompound: () => true,
  publish: (shape, value, publishing, path) =>
    publishItems(value, path, (block, at) => {
      const type = blockTypeOf(shape, block);
      if (!type || !isObject(block)) return null;
      return { ...blockHead(block), ...publishing.fields(type.fields, block, `${at}.`) };
    }),
};

function blockCode(block: BlockType, writing: ConfigWriting): Code {
  const { key, label, fields, translations } = block;
  const own = writing.fields(fields);
  const shown = (['help', 'icon', 'picture'] as const).flatMap((name) =>
    block[name] === undefined ? [] : [`${name}: ${textLiteral(block[name])}`],
  );
  const words = [...shown, ...translationsCode(translations)];
  if (label === labelOf(key) && words.length === 0) return wrap(`${key}: `, own);
  const options = [`label: ${textLiteral(label)}`, ...words, wrap('fields: ', own)];
  return wrap(`${key}: `, objectCode(options, true));
}

/** The kinds of blocks, by their keys. */
export type BlockTypes = { readonly [key: string]: NestedFields | BlockDefinition };

/** A kind of block with a label. */
export interface BlockDefinition<F extends NestedFields = NestedFields> {
  readonly label: string;
  /** The description that editors see where they choose a kind. */
  readonly help?: string;
  /** The icon beside its label. */
  readonly icon?: CollectionIcon;
  /** The https address of a picture of it, where editors choose a kind. */
  readonly picture?: string;
  readonly translations?: BlockTranslations;
  readonly fields: F;
}

type FieldsOfBlock<Block> = Block extends BlockDefinition<infer F> ? F : Block extends Fields ? Block : never;
type DraftBlock<Types> = {
  [Key in keyof Types]: { readonly _type: Key; readonly _key?: string } & DraftOf<FieldsOfBlock<Types[Key]>>;
}[keyof Types];
type PublishedBlock<Types> = {
  [Key in keyof Types]: { readonly _type: Key; readonly _key?: string } & PublishedOf<FieldsOfBlock<Types[Key]>>;
}[keyof Types];

/** Blocks of several kinds in an order; each names its kind in `_type`, and may have a lasting `_key`. */
export function blocks<
  const Types extends BlockTypes,
  const O extends FieldOptions<never> & { readonly min?: number; readonly max?: number } = Record<never, never>,
>(types: Types, options?: O) {
  checkBlocks(types);
  const documents = Object.entries(types).map(([key, block]) => {
    if (!isBlockDefinition(block)) return { key, fields: fieldDocuments(block) };
    return { key, ...block, fields: fieldDocuments(block.fields) };
  });
  return declared<readonly DraftBlock<Types>[], readonly PublishedBlock<Types>[], O>(
    { type: 'blocks', types: documents as BlocksShape['types'] },
    options,
  );
}

function isBlockDefinition(block: NestedFields | BlockDefinition): block is BlockDefinition {
  return typeof block.label === 'string';
}
