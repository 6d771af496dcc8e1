import { kindOf } from './keys.ts';
import { instead } from './nearest.ts';
import { isRecord } from './own-value.ts';

/**
 * Refuses invalid arguments of a builder. In an editor, TypeScript says so; this is for everyone else.
 *
 * @param wanted how it is called, as code
 * @throws TypeError that says what was found and what to write
 */
export function wrongCall(builder: string, found: unknown, wanted: string): never {
  throw new TypeError(`${builder}() was given ${kindOf(found)}. Write ${wanted}.`);
}

/** Whether something is a field as the builders make them. */
function isField(value: unknown): value is { readonly document: Readonly<Record<string, unknown>> } {
  return isRecord(value) && isRecord(value.document) && typeof value.document.type === 'string';
}

/**
 * Options are among those that there are.
 *
 * @param called other name of an option → that option
 * @throws TypeError that names the first one that isn't
 */
export function checkNames(
  owner: string,
  options: object,
  names: readonly string[],
  called: Readonly<Record<string, string>> = {},
): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const meant = Object.hasOwn(called, unknown) ? (called[unknown] ?? unknown) : unknown;
    throw new TypeError(`${owner} has no option "${unknown}"${instead(meant, names, 'Its options are')}`);
  }
}

/** Options are an object or left out. @throws TypeError */
export function checkOptions(type: string, options: unknown): void {
  if (options !== undefined && !isRecord(options)) wrongCall(type, options, `${type}({ label: 'A label' })`);
}

/** Choices are given in `options`. @throws TypeError */
export function checkChoices(type: string, options: unknown): void {
  const wanted = `${type}({ options: ['first', 'second'] })`;
  if (!isRecord(options)) wrongCall(type, options, wanted);
  if (!Array.isArray(options.options)) {
    throw new TypeError(`${type}() needs the list of its options. Write ${wanted}. Found ${kindOf(options.options)}.`);
  }
}

/** References name their collections. @throws TypeError */
export function checkTarget(type: string, target: unknown): void {
  const isTarget =
    typeof target === 'string' || (Array.isArray(target) && target.every((one) => typeof one === 'string'));
  if (!isTarget) wrongCall(type, target, `${type}('authors'), or ${type}(['authors', 'pages'])`);
}

/** A list takes one field. @throws TypeError */
export function checkItem(item: unknown): void {
  if (isField(item)) {
    if (item.document.localized !== true) return;
    throw new TypeError(
      `What is in a list can't be localized by itself. Write list(${item.document.type}(), { localized: true }): each locale then has a list of its own.`,
    );
  }
  if (isRecord(item) && isField(item.of)) {
    throw new TypeError('list() takes the field itself. Write list(text()), not list({ of: text() }).');
  }
  wrongCall('list', item, 'list(text()), or list(object({ … }))');
}

/** Fields by their keys. @throws TypeError that names the first one that is none */
export function checkFields(owner: string, fields: unknown): void {
  const wanted = owner === 'object' ? 'object({ title: text() })' : 'fields: { title: text() }';
  if (!isRecord(fields)) throw new TypeError(`${owner} has ${kindOf(fields)} for its fields. Write ${wanted}.`);
  for (const [key, field] of Object.entries(fields)) {
    if (isField(field)) continue;
    const isNested = key === 'fields' && isRecord(field) && Object.values(field).some(isField);
    if (isNested) throw new TypeError(`${owner} takes the fields themselves. Write ${wanted}.`);
    const called = typeof field === 'function' ? ' Call the function: title: text().' : '';
    throw new TypeError(`"${key}" of ${owner} isn't a field but ${kindOf(field)}. Write ${key}: text().${called}`);
  }
}

/** Blocks by their keys. @throws TypeError */
export function checkBlocks(types: unknown): void {
  const wanted = 'blocks({ quote: { text: text() } })';
  if (!isRecord(types)) wrongCall('blocks', types, wanted);
  for (const [key, block] of Object.entries(types)) {
    if (!isRecord(block) || isField(block)) {
      throw new TypeError(`"${key}" of blocks() must be an object of fields. Write ${wanted}.`);
    }
    checkFields(`block "${key}"`, typeof block.label === 'string' ? block.fields : block);
  }
}
