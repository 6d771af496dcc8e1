import { ring } from '@/ui/motion.ts';
import type { LocaleFormState } from './form-context.tsx';
import { type FieldPath, fieldsTo, partsOf, type ValuePath, within } from './paths.ts';

const FOCUSABLE = 'input, textarea, button, [contenteditable="true"], [tabindex="0"]';
/** Asks the editor of a rich text to show a part of it and to take the focus: an event whose detail is the path there. */
export const SHOW_NODE = 'stele:show-node';
/** Controls may come in chunks of their own. */
const LONGEST_WAIT_MS = 3_000;

/**
 * Opens the tab, the groups and the rows that a field is in, scrolls there, and focuses its control.
 *
 * @param node a part of its value to show
 */
export function focusField(
  { store, openRows, parts, collection }: Pick<LocaleFormState, 'store' | 'openRows' | 'parts' | 'collection'>,
  locale: string,
  path: FieldPath,
  node: ValuePath = [],
): void {
  let at = '';
  const keys: string[] = [];
  for (const part of partsOf(path)) {
    if (typeof part === 'number') {
      const key = store.rowKeys(locale, at)[part];
      if (key !== undefined) keys.push(key);
    }
    at = within(at, part);
  }
  openRows.set(keys, true);
  const [key = ''] = path.split('.', 1);
  parts.reveal(fieldsTo(collection.fields, path, { [key]: store.value(locale, key) ?? null }));
  const selector = `[data-field-path="${CSS.escape(path)}"][data-field-locale="${CSS.escape(locale)}"]`;
  const row = keys.at(-1);
  const isInText = node[0] === 'content';
  whenThere(
    () => {
      const field = topmost(selector);
      if (isInText) return field?.querySelector<HTMLElement>('[contenteditable]') ?? null;
      return field ?? (row ? rowElement(row) : null);
    },
    (element) => {
      const isTall = element.offsetHeight > window.innerHeight / 2;
      element.scrollIntoView({ block: isTall ? 'start' : 'center' });
      if (isInText) {
        element.dispatchEvent(new CustomEvent(SHOW_NODE, { detail: node }));
        return;
      }
      const inner = element.querySelector<HTMLElement>('[aria-invalid="true"]') ?? firstControl(element);
      (inner ?? element).focus({ preventScroll: true });
    },
  );
}

/** Puts the focus into a row, once it's there: into its first control, or where there's none, onto the row itself. */
export function focusRow(key: string | undefined, otherwise?: FieldPath): void {
  const find = (): HTMLElement | null =>
    key === undefined
      ? document.querySelector(`[data-rows-path="${CSS.escape(otherwise ?? '')}"] [data-add-row]`)
      : rowElement(key);
  whenThere(find, (element) => {
    const inner = key === undefined ? element : firstControl(element);
    (inner ?? element).focus();
    // A text goes on where it ends. Addresses of email know no caret.
    if (inner instanceof HTMLInputElement && inner.selectionStart !== null) {
      inner.setSelectionRange(inner.value.length, inner.value.length);
    }
    element.scrollIntoView({ block: 'nearest' });
    if (key !== undefined) ring(element);
  });
}

/** Shows where a row has gone. */
export function ringRow(key: string | undefined): void {
  if (key !== undefined) requestAnimationFrame(() => ring(rowElement(key)));
}

/** The rows of a list that are drawn. */
export function rowElements(path: FieldPath): Iterable<Element> {
  return document.querySelectorAll(`[data-rows-path="${CSS.escape(path)}"] > * > [data-row-key]`);
}

/** The last one in the page: that of the panel, when an entry is open in one over the form. */
function topmost(selector: string): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(selector)].at(-1) ?? null;
}

function rowElement(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`);
}

function firstControl(element: HTMLElement): HTMLElement | null {
  const body = element.querySelector<HTMLElement>('[data-row-body]') ?? element;
  const fields = [...body.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const own = fields.filter((one) => one.checkVisibility());
  return (
    own.find((one) => one.matches('input, textarea, [role="combobox"], [contenteditable="true"]')) ?? own[0] ?? null
  );
}

function whenThere(find: () => HTMLElement | null, run: (element: HTMLElement) => void): void {
  const start = performance.now();
  const look = (): void => {
    const element = find();
    if (element) run(element);
    else if (performance.now() - start < LONGEST_WAIT_MS) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Puts the focus into the first field of the form that is shown. */
export function focusFirst(): void {
  whenThere(
    () => document.querySelector<HTMLElement>('#locale-form [data-field-path]'),
    (element) => (firstControl(element) ?? element).focus(),
  );
}
