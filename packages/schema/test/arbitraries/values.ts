import type { BlockType, CollectionDocument, FieldDocument, FieldShape, Json, Values } from '../../src/index.ts';
import type { Draw } from './draw.ts';
import { DAYS, JSONS, MOMENTS, PATTERNS, WORDS } from './words.ts';

/** An asset with a focal point of its own in this use. */
export const FOCUSED: Json = { asset: 'ast_2', focal_point: { x: 0.25, y: 1 } };

/** A value that says something and may be published. */
export function publishValue(draw: Draw, shape: FieldShape): Json {
  switch (shape.type) {
    case 'text':
    case 'textarea':
      if (shape.pattern !== undefined) return draw.pick(PATTERNS[shape.pattern] ?? ['']);
      return textOf(draw, shape);
    case 'markdown':
      return textOf(draw, shape);
    case 'richtext':
      return richtextOf(draw, shape.allow === undefined);
    case 'slug':
      return draw.pick(shape.pattern === undefined ? ['a', 'word-2', 'größe'] : ['ab-12', 'cd-34']);
    case 'number':
    case 'integer':
      return numberOf(draw, shape);
    case 'boolean':
      return draw.chance(2);
    case 'date':
    case 'datetime': {
      const { min, max } = shape;
      const all: readonly string[] = shape.type === 'date' ? DAYS : MOMENTS;
      const from = min === undefined ? 0 : all.indexOf(min);
      return draw.pick(all.slice(from, max === undefined ? undefined : all.indexOf(max) + 1));
    }
    case 'select':
      return draw.pick(shape.options).value;
    case 'multiselect':
      return draw.some(
        shape.options.map(({ value }) => value),
        Math.max(1, shape.min ?? 0),
        shape.max,
      );
    case 'email':
      return draw.pick(['ada@example.com', 'a.b+c@sub.example.org']);
    case 'url':
      return draw.pick(['https://example.com', 'http://localhost:3000/a?b=c#d']);
    case 'color':
      return draw.pick(['#aabbcc', '#01234567']);
    case 'code':
      return { language: draw.pick(shape.languages ?? ['ts', 'plaintext']), text: textOf(draw, shape) };
    case 'time':
      return draw.pick(['00:00', '09:30', '23:59']);
    case 'video':
      return {
        url:
          (shape.providers ?? ['vimeo'])[0] === 'vimeo'
            ? 'https://vimeo.com/1'
            : 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      };
    case 'json':
      return draw.pick(JSONS);
    case 'asset':
      return draw.pick(['ast_1', 'ast_2', FOCUSED]);
    case 'assets':
      return draw.some(['ast_1', FOCUSED, 'ast_3', 'ast_4'], Math.max(1, shape.min ?? 0), shape.max);
    case 'reference':
      return draw.pick(['ent_1', 'ent_2']);
    case 'references':
      return draw.some(['ent_1', 'ent_2', 'ent_3', 'ent_4'], Math.max(1, shape.min ?? 0), shape.max);
    case 'object':
      return publishFields(draw, shape.fields);
    case 'list':
      return itemsOf(draw, shape, () => publishValue(draw, shape.of));
    case 'blocks':
      return itemsOf(draw, shape, (index) => {
        const type = draw.pick(shape.types);
        return headOfBlock(draw, type, index, publishFields(draw, type.fields));
      });
  }
}

/** A value of the right type that breaks rules, says nothing, or may be published after all. */
export function draftValue(draw: Draw, shape: FieldShape): Json {
  if (shape.type !== 'object' && draw.chance(2)) return publishValue(draw, shape);
  switch (shape.type) {
    case 'text':
    case 'textarea':
    case 'markdown':
    case 'slug':
    case 'email':
    case 'url':
    case 'color':
      return draw.pick([...WORDS, '', '  ']);
    case 'richtext':
      return draw.chance(4) ? { type: 'doc', content: [] } : richtextOf(draw, true);
    case 'code':
      return { language: draw.pick(['ts', 'sql', 'c++', '']), text: draw.pick([...WORDS, '', 'a\nb']) };
    case 'number':
      return draw.pick([0, -7.25, 1e21, 1, 0.1, 1e-7]);
    case 'integer':
      return draw.pick([0, 1, -40, 9007199254740991]);
    case 'date':
      return draw.pick(DAYS);
    case 'datetime':
      return draw.pick([...MOMENTS, '2026-11-21T00:00:00Z']);
    case 'multiselect': {
      const [one = ''] = draw.some(shape.options, 1, 1).map(({ value }) => value);
      return draw.chance(2) ? [] : [one, one];
    }
    case 'assets':
      return draw.pick([[], ['ast_1', 'ast_1', 'ast_2']]);
    case 'references':
      return draw.pick([[], ['ent_1', 'ent_1']]);
    case 'object':
      return draftFields(draw, shape.fields);
    case 'list':
      return Array.from({ length: draw.int(4) }, () => draftValue(draw, shape.of));
    case 'blocks':
      return Array.from({ length: draw.int(4) }, (_, index) => {
        const type = draw.pick(shape.types);
        return headOfBlock(draw, type, index, draftFields(draw, type.fields));
      });
    default:
      return publishValue(draw, shape);
  }
}

/** Values of a collection that may be published. */
export function publishValues(draw: Draw, { fields }: CollectionDocument): Values {
  return publishFields(draw, fields);
}

/** Values that a draft of a collection may have. */
export function draftValues(draw: Draw, { fields }: CollectionDocument): Values {
  return draftFields(draw, fields);
}

/** Drafts of an entry in several locales: fields that aren't localized have the same values in all of them. */
export function draftsOf(draw: Draw, collection: CollectionDocument): Map<string, Values> {
  const shared = collection.fields.filter(({ localized }) => !localized);
  const own = collection.fields.filter(({ localized }) => localized);
  const common = draftFields(draw, shared);
  const locales = draw.some(['en', 'de', 'fr'], 1);
  return new Map(locales.map((locale) => [locale, { ...common, ...draftFields(draw, own) }]));
}

function publishFields(draw: Draw, fields: readonly FieldDocument[]): Values {
  const given = fields.filter(({ required }) => required || !draw.chance(4));
  return Object.fromEntries(given.map((field) => [field.key, publishValue(draw, field)]));
}

function draftFields(draw: Draw, fields: readonly FieldDocument[]): Values {
  const given = fields.filter(() => !draw.chance(4));
  return Object.fromEntries(given.map((field) => [field.key, draw.chance(12) ? null : draftValue(draw, field)]));
}

function headOfBlock(draw: Draw, { key }: BlockType, index: number, values: Values): Values {
  return { _type: key, ...(draw.chance(2) && { _key: `key ${index}` }), ...values };
}

function itemsOf(
  draw: Draw,
  { min = 0, max = 3 }: { min?: number; max?: number },
  item: (index: number) => Json,
): Json {
  const least = Math.max(1, min);
  return Array.from({ length: draw.between(least, Math.max(least, Math.min(max, 3))) }, (_, index) => item(index));
}

function textOf(draw: Draw, { min = 1, max = 20 }: { min?: number; max?: number }): string {
  const length = draw.between(Math.max(1, min), Math.max(1, max));
  return Array.from({ length }, () => draw.pick(['a', 'Z', '7', 'é', '日', '😀', '-'])).join('');
}

function numberOf(draw: Draw, shape: FieldShape & { type: 'number' | 'integer' }): number {
  const { min = -5, max = Math.max(min, 12) } = shape;
  const whole = draw.between(min, Math.max(min, max));
  return shape.type === 'number' && whole < max && draw.chance(3) ? whole + 0.5 : whole;
}

function richtextOf(draw: Draw, anything: boolean): Json {
  const words = draw.pick(['Some words', 'word', '42']);
  const marks = { marks: [{ type: 'link', attrs: { entry: 'ent_9' } }] };
  const text = { type: 'text', text: words, ...(anything && draw.chance(2) && marks) };
  const content: Json[] = [{ type: 'paragraph', content: [text] }];
  if (anything && draw.chance(3)) content.push({ type: 'image', attrs: { asset: 'ast_9' } });
  if (anything && draw.chance(3)) {
    content.push({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Heading' }] });
  }
  return { type: 'doc', content };
}
