import type { CollectionDocument, FieldValues, Issue, Json } from '@stele/schema';
import type { FieldError } from '@/api/errors.ts';
import { Listeners } from '@/ui/listeners.ts';
import type { Values } from '@/values/values.ts';
import type { EditSession } from '../session/edit-session.ts';
import { controlPath, type FieldPath, isWithin, partsOf, valueAt, within } from './paths.ts';

/** What a problem means: typed text that isn't saved, a refused save, something that can't be published, or advice. */
type ProblemKind = 'unread' | 'refused' | 'unpublishable' | 'warning';

/** Something about a field that a person should know. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly locale: string;
  /** Path of the control that shows it; '' when it's about the whole entry. */
  readonly path: FieldPath;
  readonly message: string;
  /** Whether it's merely that nothing was entered yet. */
  readonly isMissing: boolean;
}

/** Says what's wrong with one locale's values, were they published. */
export type CheckValues = (collection: CollectionDocument, values: FieldValues) => readonly Issue[];

/** What problems need of the world. */
interface ProblemsWorld {
  /** Loads the rules. */
  loadCheck(): Promise<CheckValues>;
  /** A sentence for text that can't be read as a value of the field at a path. */
  describeUnread(path: FieldPath, locale: string): string;
  later(ms: number, run: () => void): () => void;
}

/** Values are checked so long after they changed, and at most so often. */
const PAUSE_MS = 250;

/** A problem that the server reported; it goes when its field changes. */
interface Reported extends Problem {
  readonly value: Json | undefined;
}

/**
 * What prevents publishing an entry: checked while one types, by the same rules as the server's, and what the
 * server said besides.
 */
export class Problems {
  readonly #session: EditSession;
  readonly #collection: CollectionDocument;
  readonly #world: ProblemsWorld;
  readonly #listeners = new Listeners();
  readonly #checked = new Map<string, { readonly values: FieldValues; readonly issues: readonly Issue[] }>();
  readonly #touched = new Set<string>();
  #check: CheckValues | null = null;
  #reported: readonly Reported[] = [];
  #all: readonly Problem[] = [];
  #seenValues: Values | null = null;
  #seenUnread: unknown = null;
  #seenErrors: unknown = null;
  #isRevealed = false;
  #cancel: (() => void) | null = null;
  readonly #stop: () => void;

  constructor(session: EditSession, collection: CollectionDocument, world: ProblemsWorld) {
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

  /** All problems, in the order of languages and fields; the same array until something changes. */
  all = (): readonly Problem[] => this.#all;

  /** The problem to show at a control. Missing values are shown after the control was left, or when all problems are shown. */
  messageAt(locale: string, path: FieldPath): string | undefined {
    const at = this.#all.find(
      (one) => one.path === path && this.#isOf(one, locale) && one.kind !== 'warning' && this.#isDue(one),
    );
    return at?.message;
  }

  /** Advice to be given at a control. */
  warningAt(locale: string, path: FieldPath): string | undefined {
    return this.#all.find((one) => one.kind === 'warning' && one.path === path && this.#isOf(one, locale))?.message;
  }

  /** How many problems there are at a path and within it, warnings aside. */
  countWithin(locale: string, path: FieldPath): number {
    return this.#all.filter(
      (one) => one.kind !== 'warning' && this.#isOf(one, locale) && isWithin(one.path, path) && this.#isDue(one),
    ).length;
  }

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
      const at = controlPath(this.#collection.fields, rest, own);
      return { kind, locale: String(locale ?? ''), path: at, message, isMissing: false, value: valueAt(own, at) };
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
    this.#reported = this.#reported.filter((one) => valueAt(values[one.locale], one.path) === one.value);
    const found: Problem[] = [
      ...this.#unreadTexts(unread),
      ...this.#refused(values, errors),
      ...this.#reported.filter(({ kind }) => kind === 'unpublishable'),
      ...Object.keys(values).flatMap((locale) => this.#issuesOf(locale, values)),
      ...this.#reported.filter(({ kind }) => kind === 'warning'),
    ];
    const seen = new Set<string>();
    this.#all = found.filter((one) => {
      const key = `${one.kind === 'warning'} ${this.#isShared(one.path) ? '' : one.locale} ${one.path}`;
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
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
    return Object.keys(unread).map((place) => {
      const [locale = '', ...rest] = place.split('.');
      const path = rest.join('.');
      const message = this.#world.describeUnread(path, locale);
      return { kind: 'unread', locale, path, message, isMissing: false };
    });
  }

  #refused(values: Values, errors: readonly FieldError[]): Problem[] {
    return errors.map(({ path: [, locale, ...rest], message }) => {
      const own = values[String(locale)];
      const path = controlPath(this.#collection.fields, rest, own);
      return { kind: 'refused', locale: String(locale), path, message, isMissing: false };
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
      const at = controlPath(this.#collection.fields, path, whole);
      const value = valueAt(whole, at);
      const isMissing = value === undefined || value === null || value === '';
      return { kind: 'unpublishable', locale, path: at, message, isMissing };
    });
  }

  /** Values with what languages share: one that was just begun may not have it yet. */
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
