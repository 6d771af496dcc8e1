import { isSameJson, type Json } from '@stele/schema';
import { differences, type FieldLocation, locationKey, type Values, withField } from '@/values/values.ts';
import type { ApiFailure, FieldError } from '../../api/errors.ts';

interface Refused extends FieldLocation {
  readonly value: Json | undefined;
  readonly errors: readonly FieldError[];
}

/** Fields that the server refused to save, each with the value that it refused. */
export class RefusedFields {
  readonly #fields = new Map<string, Refused>();
  #failure: ApiFailure | null = null;

  /** The server's last refusal of fields; null while it refuses none. */
  get failure(): ApiFailure | null {
    return this.#fields.size > 0 ? this.#failure : null;
  }

  /**
   * Takes note of fields that a save was refused for.
   *
   * @param sent values that were refused
   * @param base values that they were edited from
   * @returns whether the refusal is of changed fields alone, so that the others can be saved without them
   */
  take(failure: ApiFailure, sent: Values, base: Values): boolean {
    const changed = new Map(differences(base, sent).map((place) => [locationKey(place), place]));
    const found = new Map<string, FieldError[]>();
    for (const error of failure.details) {
      const [root, locale, field] = error.path;
      // Counts the details that are too many; the next save is told of them.
      if (root === undefined) continue;
      const key = locationKey({ locale: String(locale), field: String(field) });
      if (root !== 'values') return false;
      if (!changed.has(key)) continue;
      found.set(key, [...(found.get(key) ?? []), error]);
    }
    if (found.size === 0) return false;
    for (const [key, errors] of found) {
      const place = changed.get(key);
      if (place) this.#fields.set(key, { ...place, value: sent[place.locale]?.[place.field], errors });
    }
    this.#failure = failure;
    return true;
  }

  /** The values, with each refused field that hasn't changed reset to its value saved last. */
  withoutThem(values: Values, base: Values): Values {
    let left = values;
    for (const [key, field] of this.#fields) {
      const [now, saved] = [values, base].map((one) => one[field.locale]?.[field.field]);
      if (isSameJson(now, field.value) && !isSameJson(now, saved)) left = withField(left, field, saved);
      else this.#fields.delete(key);
    }
    return left;
  }

  /** Errors of fields that still hold the refused value. */
  errors(values: Values): FieldError[] {
    return [...this.#fields.values()].flatMap(({ locale, field, value, errors }) =>
      isSameJson(values[locale]?.[field], value) ? errors : [],
    );
  }

  /** Forgets all: they're sent again. */
  clear(): void {
    this.#fields.clear();
  }
}
