import { checkRichtext, isSameJson, type Json } from '@stele/schema';
import { Component, type ReactNode, useMemo, useRef, useState } from 'react';
import { richtext as t } from '#messages/richtext';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Skeleton } from '@/ui/states.tsx';
import type { ControlOf } from '../fields/control.ts';
import { allowedNames, usedNames, withParts } from './names.ts';

const RichEditor = lazyPart(async () => (await import('./rich-editor.tsx')).default, <Skeleton className="h-32" />);

/**
 * Formatted text. Edits are handed on some 200 ms later, when the focus goes, and when `flushRichtext` is called. A value from
 * outside that the editor doesn't know wholly is shown as it is, and never changed.
 */
export function RichtextControl(props: ControlOf<'richtext'>) {
  const { field, value } = props;
  const [refused, setRefused] = useState<Json | undefined>(undefined);
  const own = useRef<Json | undefined>(undefined);
  const isKnown = useMemo(
    () =>
      value === undefined ||
      value === null ||
      checkRichtext(value, null).length === 0 ||
      isSameJson(value, own.current),
    [value],
  );
  const onEdit = (next: Json): void => {
    own.current = next;
    props.onChange(next);
  };
  const names = useNames(field, isKnown ? value : null);
  if (!isKnown || (refused !== undefined && refused === value)) return <UnknownRichtext {...props} />;
  return (
    <Refusals key={[...names].join(' ')} onRefused={() => setRefused(value)}>
      <RichEditor {...props} onChange={onEdit} names={names} onRefused={() => setRefused(value)} />
    </Refusals>
  );
}

/** Names that the editor has to know: allowed ones, and ones that the value uses from before they were forbidden. */
function useNames(
  { allow, videos, embeds }: ControlOf<'richtext'>['field'],
  value: Json | undefined,
): ReadonlySet<string> {
  const [used, setUsed] = useState(() => usedNames(value));
  const now = useMemo(() => usedNames(value), [value]);
  // The set only grows: an editor isn't made again because the last of something was deleted.
  if ([...now].some((name) => !used.has(name))) setUsed(new Set([...used, ...now]));
  return useMemo(() => {
    const allowed = allowedNames({ ...(allow && { allow }), ...(videos && { videos }), ...(embeds && { embeds }) });
    return withParts([...new Set([...allowed, ...used])].sort());
  }, [allow, videos, embeds, used]);
}

/** A value that can't be edited here, kept byte for byte. */
function UnknownRichtext({ value, ids }: ControlOf<'richtext'>) {
  const { labelId, ...attributes } = ids;
  return (
    <div className="rounded-md border bg-sunken p-3 text-sm">
      <p role="status" className="mb-2 text-warning">
        {t.unknown}
      </p>
      <details>
        <summary className="cursor-pointer max-sm:py-2">{t.showRaw}</summary>
        <textarea
          {...attributes}
          aria-labelledby={labelId}
          readOnly
          rows={12}
          spellCheck={false}
          className="mt-2 w-full rounded-md border bg-surface p-2 font-mono text-xs"
          value={JSON.stringify(value, null, 2)}
        />
      </details>
    </div>
  );
}

interface RefusalsProps {
  readonly onRefused: () => void;
  readonly children: ReactNode;
}

/** Falls back where the editor can't be made of a value that passed the check. */
class Refusals extends Component<RefusalsProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(error: unknown): { failed: boolean } {
    // Everything else is a fault of the screen, and stays one.
    if (!(error instanceof RangeError)) throw error;
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onRefused();
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
