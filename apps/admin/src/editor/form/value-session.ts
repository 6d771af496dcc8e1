import type { FieldDocument, Json } from '@stele/schema';
import type { FieldError } from '@/api/errors.ts';
import { Listeners } from '@/ui/listeners.ts';
import { renamedPaths } from '../session/session-view.ts';
import type { FormSession } from './form-session.ts';

type Facts = ReturnType<FormSession['view']>;

/** One value of a form that isn't an entry's. The session only keeps the value; its owner saves it. */
export class ValueSession implements FormSession {
  readonly field: FieldDocument;
  readonly locale: string;
  readonly #listeners = new Listeners();
  #view: Facts;

  constructor(field: FieldDocument, locale: string, value: Json) {
    this.field = field;
    this.locale = locale;
    this.#view = { values: { [locale]: { [field.key]: value } }, unread: {}, errors: [] };
  }

  readonly subscribe = this.#listeners.subscribe;

  view = (): Facts => this.#view;

  /** The value; null for none. */
  value = (): Json => this.#view.values[this.locale]?.[this.field.key] ?? null;

  /** Whether all that was typed can be read as a value. */
  isRead = (): boolean => Object.keys(this.#view.unread).length === 0;

  set(_locales: readonly string[], field: string, value: Json | undefined): void {
    this.#update({ values: { [this.locale]: { [field]: value ?? null } }, errors: [] });
  }

  setUnread(place: string, text: string | null): void {
    const { [place]: _before, ...others } = this.#view.unread;
    this.#update({ unread: text === null ? others : { ...others, [place]: text } });
  }

  moveUnread(rename: (place: string) => string | null): void {
    this.#update({ unread: renamedPaths(this.#view.unread, rename) });
  }

  /** Says at the field what is wrong with the value, until it changes. */
  refuse(errors: readonly Pick<FieldError, 'message'>[]): void {
    const path = ['values', this.locale, this.field.key];
    this.#update({ errors: errors.map(({ message }) => ({ path, message })) });
  }

  #update(change: Partial<Facts>): void {
    this.#view = { ...this.#view, ...change };
    this.#listeners.notify();
  }
}
