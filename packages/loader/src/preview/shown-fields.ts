import { type FieldValues, isRecord, type Json, readFieldName } from '@stele/schema';

/** Values of an entry as they're typed. */
interface Typed {
  readonly entry: string;
  readonly locale: string;
  readonly values: FieldValues;
  /** Values that the page may show yet. */
  readonly known: readonly FieldValues[];
}

const OUTLINE = 'data-stele-focus';
const CSS = `[data-stele]:hover{outline:1px dashed #6366f1;outline-offset:2px;cursor:pointer}[${OUTLINE}]{outline:2px solid #6366f1!important;outline-offset:2px}`;

/** The elements of a page that say by `data-stele` which field they show. */
export class ShownFields {
  readonly #document: Document;
  readonly #style: HTMLStyleElement;
  /** Elements that show a value as it is, and the text that they show. Others show it in another form: they're left alone. */
  readonly #texts = new WeakMap<Element, string>();

  constructor(document: Document) {
    this.#document = document;
    this.#style = document.createElement('style');
    this.#style.textContent = CSS;
  }

  addStyle(): void {
    this.#document.head.append(this.#style);
  }

  removeStyle(): void {
    this.#style.remove();
  }

  /**
   * Puts texts into the elements that show them as they are.
   *
   * @returns keys of the entry's fields that are shown whole: each text within has an element, and each element its text
   */
  show({ entry, locale, values, known }: Typed): readonly string[] {
    const shown = new Set<string>();
    const hidden = new Set<string>();
    for (const element of this.#elements()) {
      const field = readFieldName(element.dataset.stele ?? '');
      if (field?.entry !== entry || (field.locale ?? locale) !== locale) continue;
      const texts = known.map((one) => textAt(one, field.path));
      (this.#put(element, textAt(values, field.path), texts) ? shown : hidden).add(field.path);
    }
    const has = (paths: ReadonlySet<string>, key: string): boolean =>
      [...paths].some((path) => `${path}.`.startsWith(`${key}.`));
    return Object.keys(values).filter(
      (key) =>
        has(shown, key) && !has(hidden, key) && leaves(values[key] ?? null, key).every((path) => shown.has(path)),
    );
  }

  /** Outlines the elements of a field, and scrolls to the first one if none is in sight. */
  outline(name: string | null): void {
    for (const element of this.#document.querySelectorAll(`[${OUTLINE}]`)) element.removeAttribute(OUTLINE);
    const wanted = name === null ? null : readFieldName(name);
    if (!wanted) return;
    const found = [...this.#elements()].filter((element) => {
      const field = readFieldName(element.dataset.stele ?? '');
      return (
        field?.entry === wanted.entry &&
        (field.locale ?? wanted.locale) === wanted.locale &&
        `${wanted.path}.`.startsWith(`${field.path}.`)
      );
    });
    for (const element of found) element.setAttribute(OUTLINE, '');
    const inSight = found.some((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    if (!inSight) found[0]?.scrollIntoView({ block: 'center' });
  }

  #elements(): NodeListOf<HTMLElement> {
    return this.#document.querySelectorAll<HTMLElement>('[data-stele]');
  }

  /** @returns whether the element shows the text */
  #put(element: HTMLElement, text: string | null, known: readonly (string | null)[]): boolean {
    const [node, another] = element.childNodes;
    if (text === null || another || (node && !(node instanceof Text))) return false;
    const has = spaced(element.textContent ?? '');
    // What is empty may be filled in another form.
    const isBound =
      this.#texts.get(element) === has ||
      (has !== '' && [text, ...known].some((one) => one !== null && spaced(one) === has));
    if (!isBound) return false;
    // The node stays: frameworks keep a hold on it.
    if (node) node.data = text;
    else element.textContent = text;
    this.#texts.set(element, spaced(text));
    return true;
  }
}

/** The text at a path, such as `sections.2.text`; null when there is none. An empty field is an empty text. */
function textAt(values: FieldValues, path: string): string | null {
  let value: Json | undefined = values as Json;
  for (const step of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isRecord(value)) value = Object.hasOwn(value, step) ? ((value as FieldValues)[step] ?? null) : null;
    else return null;
  }
  if (value === null) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Paths of all that is within a value and isn't empty, but for what identifies blocks. */
function leaves(value: Json, path: string): readonly string[] {
  if (value === null) return [];
  if (typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([step, inner]) =>
    step.startsWith('_') ? [] : leaves(inner as Json, `${path}.${step}`),
  );
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
