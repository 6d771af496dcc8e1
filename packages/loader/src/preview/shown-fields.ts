import {
  type FieldValues,
  isRecord,
  type Json,
  marksAtEnd,
  type PreviewField,
  readFieldName,
  withoutMarks,
} from '@stele/schema';
import { isSameField, MarkedTexts, marksOf, type ShownMark } from './marked-texts.ts';
import { type PointedField, pointedField } from './pointed-field.ts';

/** Values of an entry as they're typed. */
interface Typed {
  readonly entry: string;
  readonly locale: string;
  readonly values: FieldValues;
  /** Values that the page may show yet. */
  readonly known: readonly FieldValues[];
}

const OUTLINE = 'data-stele-focus';
const HOVER = 'data-stele-hover';
const CSS = `[data-stele]:hover,[${HOVER}]{outline:1px dashed #6366f1;outline-offset:2px;cursor:pointer}[${OUTLINE}]{outline:2px solid #6366f1!important;outline-offset:2px}`;

/** The parts of a page that say which field they show: elements by `data-stele`, and texts by marks. */
export class ShownFields {
  readonly #document: Document;
  readonly #style: HTMLStyleElement;
  readonly #marked: MarkedTexts;
  /** The text before each mark of a text node, as it was put there. */
  readonly #markTexts = new WeakMap<Text, Map<number, string>>();
  /** Elements that show a value as it is, and the text that they show. Others show it in another form: they're left alone. */
  readonly #elementTexts = new WeakMap<Element, string>();

  constructor(document: Document) {
    this.#document = document;
    this.#style = document.createElement('style');
    this.#style.textContent = CSS;
    this.#marked = new MarkedTexts(document);
  }

  start(): void {
    this.#document.head.append(this.#style);
    this.#marked.start();
  }

  stop(): void {
    this.hover(null);
    this.outline(null);
    this.#style.remove();
    this.#marked.stop();
  }

  /** The field that someone points at; null for none. */
  at(event: MouseEvent): PointedField | null {
    return event.target instanceof Element ? pointedField(event.target, this.#marked.all(), event) : null;
  }

  /** Outlines the element whose field a click would open. */
  hover(element: Element | null): void {
    for (const one of this.#document.querySelectorAll(`[${HOVER}]`)) if (one !== element) one.removeAttribute(HOVER);
    element?.setAttribute(HOVER, '');
  }

  /**
   * Puts texts where they are shown as they are.
   *
   * @returns keys of the entry's fields that are shown whole: each text within has an element, and each element its text. A mark says
   * nothing of other places that show the text, without one.
   */
  show({ entry, locale, values, known }: Typed): readonly string[] {
    const shown = new Set<string>();
    const hidden = new Set<string>();
    for (const element of this.#elements()) {
      const field = readFieldName(element.dataset.stele ?? '');
      if (field?.entry !== entry || (field.locale ?? locale) !== locale) continue;
      const texts = known.map((one) => textAt(one, field.path));
      (this.#fill(element, textAt(values, field.path), texts) ? shown : hidden).add(field.path);
    }
    for (const { node, field } of this.#marked.all()) {
      if (field.entry !== entry || (field.locale ?? locale) !== locale) continue;
      const texts = known.map((one) => textAt(one, field.path));
      if (!this.#fillBefore(node, field, textAt(values, field.path), texts)) hidden.add(field.path);
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
    const isWanted = (field: PreviewField | null): boolean =>
      field?.entry === wanted.entry &&
      (field.locale ?? wanted.locale) === wanted.locale &&
      `${wanted.path}.`.startsWith(`${field.path}.`);
    const named = [...this.#elements()].filter((element) => isWanted(readFieldName(element.dataset.stele ?? '')));
    const marked = this.#marked.all().flatMap(({ node, field }) => (isWanted(field) ? (elementOf(node) ?? []) : []));
    const found = [...new Set([...named, ...marked.filter((element) => !named.some((one) => one.contains(element)))])];
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
  #fill(element: HTMLElement, text: string | null, known: readonly (string | null)[]): boolean {
    const [node, another] = element.childNodes;
    if (text === null || another || (node && !(node instanceof Text))) return false;
    const marks = marksAtEnd(element.textContent ?? '');
    const has = spaced(withoutMarks(element.textContent ?? ''));
    // An element without a text may show values in another form.
    const isBound =
      this.#elementTexts.get(element) === has ||
      (has !== '' && [text, ...known].some((one) => one !== null && spaced(one) === has));
    if (!isBound) return false;
    // The node stays: frameworks keep a hold on it.
    if (node) setText(node, text + marks);
    else element.textContent = text;
    this.#elementTexts.set(element, spaced(text));
    return true;
  }

  /**
   * Puts a text before its mark, in place of a whole value that was there. Markdown and rich text have no values here: they stay as
   * they are until the page is renewed.
   *
   * @returns whether it's there
   */
  #fillBefore(node: Text, field: PreviewField, text: string | null, known: readonly (string | null)[]): boolean {
    if (text === null) return false;
    const shown = this.#markTexts.get(node) ?? new Map<number, string>();
    this.#markTexts.set(node, shown);
    // Marks are looked up again each time: a longer or shorter text moves those after it.
    for (let index = 0; ; index++) {
      const marks = marksOf(node);
      const mark = marks[index];
      if (!mark) return true;
      if (!isSameField(mark.field, field)) continue;
      const before = node.data.slice(marks[index - 1]?.end ?? 0, mark.start);
      const last = shown.get(index);
      const candidates = [text, ...known].filter((one) => one !== null && endsWithWhole(before, one));
      if (last !== undefined && before.endsWith(last)) candidates.push(last);
      const [longest] = candidates.sort((one, other) => (other?.length ?? 0) - (one?.length ?? 0));
      if (longest === undefined || longest === null) return false;
      setText(node, node.data.slice(0, mark.start - longest.length) + text + node.data.slice(mark.start));
      shown.set(index, text);
    }
  }
}

/** Whether a text ends with a value, and not with a part of a longer word. */
function endsWithWhole(text: string, value: string): boolean {
  return value !== '' && text.endsWith(value) && !/[\p{L}\p{N}]$/u.test(text.slice(0, -value.length));
}

/** Leaves a text alone that is as it should be: a change would tell observers. */
function setText(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
}

/** The element on the page that shows a text; null for one that isn't seen there, such as the title. */
function elementOf({ parentElement }: ShownMark['node']): HTMLElement | null {
  return parentElement?.closest('body') ? parentElement : null;
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

/** Paths of all values within a value that aren't empty, but for ids of blocks. */
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
