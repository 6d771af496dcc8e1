import { type FieldDocument, fieldKind, isSameJson, type Json } from '@stele/schema';
import { RotateCcw } from 'lucide-react';
import { useCallback, useState } from 'react';
import { fields as t } from '#messages/fields';
import { formats } from '@/i18n/language.ts';
import { Button } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Popover } from '@/ui/popover.tsx';
import { tell } from '@/ui/toast.tsx';
import { FieldComments } from '../comments/field-comments.tsx';
import { useFieldFact, useForm, useIsReadOnly } from '../form/form-context.tsx';

const ValueChange = lazyPart(async () => (await import('@/field-types/value-change.tsx')).default);

/** Beside a field's label: how long its text is, and what was published before it was changed. */
export function FieldAside({ field, path }: { readonly field: FieldDocument; readonly path: string }) {
  const { live } = useForm();
  const isWhole = !path.includes('.');
  return (
    <>
      <FieldComments label={field.label} path={path} />
      {'max' in field && typeof field.max === 'number' && fieldKind(field.type).holds === 'text' && (
        <Counter path={path} max={field.max} />
      )}
      {isWhole && live && <Was field={field} path={path} published={live[path] ?? null} />}
    </>
  );
}

function Counter({ path, max }: { readonly path: string; readonly max: number }) {
  const { number } = formats;
  const length = useFieldFact(path, lengthOf);
  return (
    <span
      // Numbers alone would be in the writing direction of the content's language.
      dir="ltr"
      className={length > max ? 'font-medium text-danger tabular-nums' : 'tabular-nums'}
      title={t.characters({ used: number(length), max: number(max) })}
    >
      {t.charactersShort({ used: number(length), max: number(max) })}
    </span>
  );
}

function lengthOf(value: Json | undefined): number {
  return typeof value === 'string' ? [...value].length : 0;
}

interface WasProps {
  readonly field: FieldDocument;
  readonly path: string;
  readonly published: Json;
}

/** On a field that says something else than what is published: what it was, and the way back to it. */
function Was({ field, path, published }: WasProps) {
  const { store, locale } = useForm();
  const readOnly = useIsReadOnly(path);
  const [isOpen, setOpen] = useState(false);
  const isChanged = useFieldFact(
    path,
    useCallback((value: Json | undefined) => !isSameJson(value, published), [published]),
  );
  if (!isChanged) return null;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="inline-flex min-h-6 items-center gap-1 rounded-full bg-warning-soft px-2 text-xs font-medium text-warning hover:underline"
        >
          {t.changed}
          <span className="sr-only">: {field.label}</span>
        </button>
      }
    >
      <p className="mb-1.5 text-xs font-medium text-muted">{t.was}</p>
      <ValueChange shape={field} before={published} after={store.value(locale, path) ?? null} />
      {!readOnly && (
        <Button
          icon={RotateCcw}
          label={t.revert}
          size="sm"
          className="mt-3"
          onClick={() => {
            const mine = store.value(locale, path) ?? null;
            store.setUnread(locale, path, null);
            store.set(locale, path, published);
            setOpen(false);
            tell(t.reverted({ field: field.label }), () => store.set(locale, path, mine));
          }}
        />
      )}
    </Popover>
  );
}
