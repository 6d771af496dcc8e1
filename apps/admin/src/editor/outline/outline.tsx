import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { form as t } from '#messages/form';
import { focusField } from '../form/focus-field.ts';
import { type EntryForm, FormProvider, type LocaleFormState, useFieldFact } from '../form/form-context.tsx';
import type { FieldPath } from '../form/paths.ts';
import { useShownTabs } from '../parts/use-shown-tabs.ts';
import type { EditSession } from '../session/edit-session.ts';
import type { SessionView } from '../session/session-view.ts';
import { useSessionFact } from '../session/use-session-fact.ts';
import { isLongForm, rowFields } from './long-form.ts';
import { OutlineTab } from './outline-items.tsx';
import { OutlineProvider } from './outline-view.ts';
import { useInView } from './use-in-view.ts';

/** Windows with a column beside the form. */
const WIDE = '(min-width: 80rem)';

interface OutlineProps {
  readonly form: EntryForm;
  readonly session: EditSession;
  readonly locale: string;
}

/** The structure of a long form, beside it in wide windows: tabs, groups, fields and rows, each a way there. */
export function Outline({ form, session, locale }: OutlineProps) {
  const isWide = useSyncExternalStore(onWidth, isWindowWide);
  const isBegun = useSessionFact(
    session,
    useCallback((view: SessionView) => Object.hasOwn(view.values, locale), [locale]),
  );
  const state = useMemo((): LocaleFormState => ({ ...form, locale, readOnly: true, live: null }), [form, locale]);
  if (!isWide || !isBegun || !isLongForm(form.collection)) return null;
  return (
    <FormProvider value={state}>
      <OutlineOf state={state} />
    </FormProvider>
  );
}

function OutlineOf({ state }: { readonly state: LocaleFormState }) {
  const { collection, store, locale } = state;
  const { tabs, open } = useShownTabs();
  // As a text, so that it's the same as long as the rows are.
  const rows = useFieldFact(
    '',
    useCallback(
      () =>
        rowFields(collection)
          .flatMap(({ key }) => store.rowKeys(locale, key))
          .join(' '),
      [collection, store, locale],
    ),
  );
  const ids = useMemo(() => new Set([...(open?.fields.map(({ key }) => key) ?? []), ...rows.split(' ')]), [open, rows]);
  const seen = useInView(ids);
  const box = useRef<HTMLElement>(null);
  const [current = null] = seen;
  useEffect(() => {
    const at = box.current?.querySelector('[aria-current]');
    if (!at || !box.current) return;
    // Moves the list alone, where the browser would move the page too.
    const [list, place] = [box.current.getBoundingClientRect(), at.getBoundingClientRect()];
    if (place.top < list.top) box.current.scrollTop -= list.top - place.top;
    else if (place.bottom > list.bottom) box.current.scrollTop += place.bottom - list.bottom;
  }, [current]);
  const go = useCallback((path: FieldPath) => focusField(state, state.locale, path), [state]);
  const view = useMemo(() => ({ seen, go }), [seen, go]);
  return (
    <nav ref={box} aria-label={t.outline} className="max-h-[55vh] overflow-y-auto text-xs">
      <OutlineProvider value={view}>
        <ul>
          {tabs.map((tab) => (
            <OutlineTab key={tab.name} tab={tab} isOnly={tabs.length === 1} />
          ))}
        </ul>
      </OutlineProvider>
    </nav>
  );
}

function onWidth(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function isWindowWide(): boolean {
  return window.matchMedia(WIDE).matches;
}
