import { type CollectionDocument, type FieldValues, type Issue, isSameJson, type Json } from '@stele/schema';
import type { FieldError } from '@/api/errors.ts';
import { Listeners } from '@/ui/listeners.ts';
import type { Values } from '@/values/values.ts';
import type { FormSession } from './form-session.ts';
import { childOf, controlPath, type FieldPath, isWithin, partsOf, type ValuePath, valueAt, within } from './paths.ts';

/** Kinds of problems: typed text that isn't saved, a refused save, something that can't be published, or advice. */
type ProblemKind = 'unread' | 'refused' | 'unpublishable' | 'warning';

/** Something about a field that a person should know. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly locale: string;
  /** All languages that it's about, where a field that all share says the same in several. */
  readonly locales?: readonly string[];
  /** Path of the control that shows it; '' when it's about the whole entry. */
  readonly path: FieldPath;
  /** Where it is within the control's value, as in rich text: keys and indexes; empty when it's about all of it. */
  readonly node: ValuePath;
  readonly message: string;
  /** Whether it's merely that nothing was entered yet. */
  readonly isMissing: boolean;
}

/** Finds the issues that one locale's values would have if they were published. */
export type CheckValues = (collection: CollectionDocument, values: FieldValues) => readonly Issue[];

/** Dependencies of `Problems`. */
interface ProblemsWorld {
  /** Loads the rules. */
  loadCheck(): Promise<CheckValues>;
  /** A sentence for text that can't be read as a value of the field at a path. */
  describeUnread(path: FieldPath, locale: string, text: string): string;
  later(ms: number, run: () => void): () => void;
}

/** Values are checked so long after they changed, and at most so often. */
const PAUSE_MS = 250;

/** A problem that the server reported; it goes when what it's about changes. */
interface Reported extends Problem {
  /** The value of its control, and of its node. */
  readonly value: Json | undefined;
  readonly part: Json | undefined;
}

/**
 * Problems that prevent publishing an entry, checked while one types by the same rules as the server's, and problems that the
 * server reported.
 */
export class Problems {
  readonly #session: FormSession;
  readonly #collection: CollectionDocument;
  readonly #world: ProblemsWorld;
  readonly #listeners = new Listeners();
  readonly #checked = new Map<string, { readonly values: FieldValues; readonly issues: readonly Issue[] }>();
  readonly #touched = new Set<string>();
  #check: CheckValues | null = null;
  #reported: readonly Reported[] = [];
  #all: readonly Problem[] = [];
  #listed: readonly Problem[] = [];
  readonly #nodes = new Map<string, readonly Problem[]>();
  #seenValues: Values | null = null;
  #seenUnread: unknown = null;
  #seenErrors: unknown = null;
  #isRevealed = false;
  #cancel: (() => void) | null = null;
  readonly #stop: () => void;

  constructor(session: FormSession, collection: CollectionDocument, world: ProblemsWorld) {
    this.#session = session;
    this.#collection = collection;
    this.#world = world;
    const unsubscribe = session.subscribe(() => this.#noticed());
    // The form comes first: its rules are big, and nothing has been typed yet.
    const stopLoading = world.later(PAUSE_MS, () => {
      void world.loadCheck().then((check) => {
        this.#check = check;
        this.update();
      });
    });
    this.#stop = () => {
      unsubscribe();
      stopLoading();
    };
  }

  readonly subscribe = this.#listeners.subscribe;

  /**
   * All problems, in the order of languages and fields; the same array until something changes. A control's advice that is about
   * several parts of its value, such as two links to one entry, is one.
   */
  all = (): readonly Problem[] => this.#listed;

  /** Errors of a control, a line each. Missing values are shown after the control was left, or when all problems are shown. */
  messagesAt(locale: string, path: FieldPath): string | undefined {
    return linesOf(this.#at(locale, path).filter((one) => one.kind !== 'warning' && this.#isDue(one)));
  }

  /** Advice to be given at a control, a line each. */
  warningsAt(locale: string, path: FieldPath): string | undefined {
    return linesOf(this.#at(locale, path).filter(({ kind }) => kind === 'warning'));
  }

  /** Problems in parts of a control's value; the same array until something changes. */
  nodesAt(locale: string, path: FieldPath): readonly Problem[] {
    const place = within(locale, path);
    const known = this.#nodes.get(place) ?? this.#at(locale, path).filter(({ node }) => node.length > 0);
    this.#nodes.set(place, known);
    return known;
  }

  /** How many problems there are at a path and within it, warnings aside. */
  countWithin(locale: string, path: FieldPath): number {
    return this.#all.filter(
      (one) => one.kind !== 'warning' && this.#isOf(one, locale) && isWithin(one.path, path) && this.#isDue(one),
    ).length;
  }

  /** How many are shown at fields, warnings aside: what merely wasn't entered yet counts once its control was left. */
  dueCount = (): number => this.#all.filter((one) => one.kind !== 'warning' && this.#isDue(one)).length;

  /** A control was left: from now on a missing value is shown there. */
  touch(locale: string, path: FieldPath): void {
    const place = within(locale, path);
    if (this.#touched.has(place)) return;
    this.#touched.add(place);
    this.#listeners.notify();
  }

  /** Shows every problem at its field, missing values too. */
  reveal(): void {
    if (this.#isRevealed) return;
    this.#isRevealed = true;
    this.#listeners.notify();
  }

  /** Takes what the server reported about publishing: refusals or warnings, with paths `values.locale.field…`. */
  report(kind: 'unpublishable' | 'warning', details: readonly FieldError[]): void {
    const { values } = this.#session.view();
    const others = this.#reported.filter((one) => one.kind !== kind);
    const reported = details.map(({ path, message }): Reported => {
      const [root, locale, ...rest] = path;
      const own = root === 'values' ? values[String(locale)] : undefined;
      const at = this.#placeOf(rest, own);
      const value = valueAt(own, at.path);
      const part = partOf(value, at.node);
      return { kind, locale: String(locale ?? ''), ...at, message, isMissing: false, value, part };
    });
    this.#reported = [...others, ...reported];
    this.update();
  }

  /** Checks now. */
  update(): void {
    this.#cancel?.();
    this.#cancel = null;
    const { values, unread, errors } = this.#session.view();
    [this.#seenValues, this.#seenUnread, this.#seenErrors] = [values, unread, errors];
    this.#reported = this.#reported.filter((one) => {
      const value = valueAt(values[one.locale], one.path);
      return value === one.value || (one.part !== undefined && isSameJson(partOf(value, one.node), one.part));
    });
    const found: Problem[] = [
      ...this.#unreadTexts(unread),
      ...this.#refused(values, errors),
      ...this.#reported.filter(({ kind }) => kind === 'unpublishable'),
      ...Object.keys(values).flatMap((locale) => this.#issuesOf(locale, values)),
      ...this.#reported.filter(({ kind }) => kind === 'warning'),
    ];
    // The first kind of problem at a place counts: typed text that can't be read hides that the value is missing.
    const seen = new Map<string, { readonly kind: ProblemKind; readonly locales: Map<string, Set<string>> }>();
    const told = found.flatMap((one) => {
      const { kind, locale, path, node, message } = one;
      const place = [kind === 'warning', this.#isShared(path) ? '' : locale, path, ...node].join(' ');
      const known = seen.get(place) ?? { kind, locales: new Map<string, Set<string>>() };
      seen.set(place, known);
      const locales = known.locales.get(message) ?? new Set();
      const isNew = known.kind === kind && !known.locales.has(message);
      known.locales.set(message, locales.add(locale));
      return isNew ? [{ one, locales }] : [];
    });
    const all = told.map(({ one, locales }) => (locales.size > 1 ? { ...one, locales: [...locales] } : one));
    // Most keys change no problem, and every field listens.
    if (textOf(all) === textOf(this.#all)) return;
    this.#all = all;
    this.#listed = all.filter(
      ({ kind, locale, path, message }, index) =>
        kind !== 'warning' ||
        index === all.findIndex((one) => one.path === path && one.message === message && one.locale === locale),
    );
    this.#nodes.clear();
    this.#listeners.notify();
  }

  /** Ends it. */
  close(): void {
    this.#stop();
    this.#cancel?.();
    this.#listeners.clear();
  }

  #noticed(): void {
    const { values, unread, errors } = this.#session.view();
    if (unread !== this.#seenUnread || errors !== this.#seenErrors) this.update();
    else if (values !== this.#seenValues) this.#cancel ??= this.#world.later(PAUSE_MS, () => this.update());
  }

  #unreadTexts(unread: Readonly<Record<string, string>>): Problem[] {
    return Object.entries(unread).map(([place, text]) => {
      const [locale = '', ...rest] = place.split('.');
      const path = rest.join('.');
      const message = this.#world.describeUnread(path, locale, text);
      return { kind: 'unread', locale, path, node: [], message, isMissing: false };
    });
  }

  #refused(values: Values, errors: readonly FieldError[]): Problem[] {
    return errors.map(({ path: [, locale, ...rest], message }) => {
      const own = values[String(locale)];
      return { kind: 'refused', locale: String(locale), ...this.#placeOf(rest, own), message, isMissing: false };
    });
  }

  #issuesOf(locale: string, values: Values): Problem[] {
    if (!this.#check) return [];
    const own = values[locale] ?? {};
    const whole = this.#withShared(own, values);
    const known = this.#checked.get(locale);
    const isKnown = known && Object.keys(whole).every((key) => whole[key] === known.values[key]);
    const issues =
      isKnown && Object.keys(whole).length === Object.keys(known.values).length
        ? known.issues
        : this.#check(this.#collection, whole);
    this.#checked.set(locale, { values: whole, issues });
    return issues.map(({ path, message }) => {
      const at = this.#placeOf(path, whole);
      const value = valueAt(whole, at.path);
      const isMissing = value === undefined || value === null || value === '';
      return { kind: 'unpublishable', locale, ...at, message, isMissing };
    });
  }

  #at(locale: string, path: FieldPath): readonly Problem[] {
    return this.#all.filter((one) => one.path === path && this.#isOf(one, locale));
  }

  #placeOf(parts: ValuePath, values: FieldValues | undefined): Pick<Problem, 'path' | 'node'> {
    const path = controlPath(this.#collection.fields, parts, values);
    return { path, node: parts.slice(partsOf(path).length) };
  }

  /** One language's values with shared fields, which a language that was just begun may lack. */
  #withShared(own: FieldValues, values: Values): FieldValues {
    let whole = own;
    for (const { key, localized } of this.#collection.fields) {
      if (localized || Object.hasOwn(own, key)) continue;
      const holder = Object.values(values).find((one) => Object.hasOwn(one, key));
      if (holder?.[key] !== undefined) whole = { ...whole, [key]: holder[key] };
    }
    return whole;
  }

  #isShared(path: FieldPath): boolean {
    const [key] = partsOf(path);
    return this.#collection.fields.some((field) => field.key === key && !field.localized);
  }

  #isOf(problem: Problem, locale: string): boolean {
    return problem.locale === locale || this.#isShared(problem.path);
  }

  #isDue({ isMissing, locale, path }: Problem): boolean {
    return !isMissing || this.#isRevealed || this.#touched.has(within(locale, path));
  }
}

/** The part of a control's value that a path leads to; undefined when it leads nowhere, or to all of it. */
function partOf(value: Json | undefined, path: ValuePath): Json | undefined {
  return path.length > 0 ? path.reduce(childOf, value) : undefined;
}

function linesOf(problems: readonly Problem[]): string | undefined {
  return [...new Set(problems.map(({ message }) => message))].join('\n') || undefined;
}

/** Problems as a text, to compare them. */
function textOf(problems: readonly Problem[]): string {
  return JSON.stringify(
    problems.map(({ kind, locale, locales, path, node, message, isMissing }) => [
      kind,
      locale,
      locales,
      path,
      node,
      message,
      isMissing,
    ]),
  );
}
