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
   * @returns keys of the entry's fields of which all that has an element is shown, and something has one
   */
  show({ entry, locale, values, known }: Typed): readonly string[] {
    const shown = new Map<string, boolean>();
    for (const element of this.#elements()) {
      const field = readFieldName(element.dataset.stele ?? '');
      if (field?.entry !== entry || (field.locale ?? locale) !== locale) continue;
      const [key = ''] = field.path.split('.', 1);
      const is = this.#put(
        element,
        textAt(values, field.path),
        known.map((one) => textAt(one, field.path)),
      );
      shown.set(key, (shown.get(key) ?? true) && is);
    }
    return [...shown].filter(([key, is]) => is && isText(values[key])).map(([key]) => key);
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
    if (text === null || element.childElementCount > 0) return false;
    const has = spaced(element.textContent ?? '');
    const isBound =
      this.#texts.get(element) === has || [text, ...known].some((one) => one !== null && spaced(one) === has);
    if (!isBound) return false;
    if (spaced(text) !== has) element.textContent = text;
    this.#texts.set(element, spaced(text));
    return true;
  }
}

/** The text at a path, such as `sections.2.text`; null when there is none. An empty field is an empty text. */
function textAt(values: FieldValues, path: string): string | null {
  let value: Json | undefined = values as Json;
  for (const step of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isRecord(value)) value = Object.hasOwn(value, step) ? (value as FieldValues)[step] : undefined;
    else return null;
  }
  if (value === null || value === undefined) return '';
  return isText(value) ? String(value) : null;
}

function isText(value: Json | undefined): boolean {
  return value === null || value === undefined || typeof value === 'string' || typeof value === 'number';
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
