import { canonicalText } from '../canonical.ts';
import type { FieldDocument, Json, SelectOption, Translations } from '../document.ts';
import { givenLabel } from '../labels.ts';

/** A longer value is shortened. */
const MOST = 60;

/** The words that editors see of a collection, a field or a block. */
interface Described {
  readonly key: string;
  readonly label: string;
  readonly help?: string;
  readonly icon?: string;
  readonly picture?: string;
  readonly tab?: string;
  readonly group?: string;
  readonly translations?: Translations;
}

/**
 * Which of the words that describe something change, a sentence each.
 *
 * @param name of the described thing, as a part of a sentence
 */
export function wordChanges(name: string, was: Described, now: Described): readonly string[] {
  const isLabelled = givenLabel(was.key, was.label) !== givenLabel(now.key, now.label);
  return [
    ...(isLabelled ? [`The label of ${name} changes to "${now.label}".`] : []),
    ...(['help', 'icon', 'picture', 'tab', 'group'] as const)
      .filter((part) => was[part] !== now[part])
      .map((part) => `The ${part} of ${name} ${changeOf(was[part], now[part])}.`),
    ...(same(was.translations, now.translations) ? [] : [`Translations of ${name} change.`]),
  ];
}

function same(was: Translations | undefined, now: Translations | undefined): boolean {
  return canonicalText((was ?? null) as Json) === canonicalText((now ?? null) as Json);
}

function changeOf(was: string | undefined, now: string | undefined): string {
  if (was === undefined) return 'is new';
  return now === undefined ? 'goes away' : 'changes';
}

/** How a field's default changes; null when it doesn't. */
export function defaultChange(name: string, was: FieldDocument, now: FieldDocument): string | null {
  const [before, after] = [was.default ?? null, now.default ?? null];
  if (canonicalText(before) === canonicalText(after)) return null;
  if (after === null) return `New entries get no default in ${name} from now on.`;
  const instead = before === null ? '' : ` instead of ${shortText(before)}`;
  return `New entries get the default ${shortText(after)} in ${name} from now on${instead}.`;
}

/** How the options of a field change that loses none, a sentence each. */
export function optionChanges(
  name: string,
  was: readonly SelectOption[],
  now: readonly SelectOption[],
): readonly string[] {
  const labels = new Map(was.map(({ value, label }) => [value, label]));
  const gained = now.filter(({ value }) => !labels.has(value));
  const kept = now.filter(({ value }) => labels.has(value));
  const renamed = kept.filter(({ value, label }) => labels.get(value) !== label);
  const still = new Set(kept.map(({ value }) => value));
  const before = was.filter(({ value }) => still.has(value));
  return [
    ...(gained.length > 0 ? [`${name} gains the ${namesOf('option', gained)}.`] : []),
    ...(renamed.length > 0
      ? [`${name} shows ${namesOf('option', renamed)} with ${renamed.length === 1 ? 'another label' : 'other labels'}.`]
      : []),
    ...(kept.some(
      ({ value, translations }) => !same(before.find((one) => one.value === value)?.translations, translations),
    )
      ? [`Translations of the options of ${name} change.`]
      : []),
    ...(kept.some(({ value }, index) => value !== before[index]?.value)
      ? [`The options of ${name} come in another order.`]
      : []),
  ];
}

/** Rules of a field with what they are and what they were: `max 80 (was 120)`. */
export function ruleChanges(
  changed: readonly string[],
  before: Readonly<Record<string, Json | undefined>>,
  after: Readonly<Record<string, Json | undefined>>,
): string {
  const one = (value: Json | undefined): string => (value === undefined ? 'none' : shortText(value));
  return changed.map((key) => `${key} ${one(after[key])} (was ${one(before[key])})`).join(', ');
}

/** A value as it's written, if that is short. */
export function shortText(value: Json): string {
  const text = canonicalText(value);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}

function namesOf(what: string, options: readonly SelectOption[]): string {
  const names = options.slice(0, 20).map(({ value }) => value);
  return `${what}${options.length === 1 ? '' : 's'} ${names.join(', ')}${options.length > 20 ? ', …' : ''}`;
}
