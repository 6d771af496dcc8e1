import type { FieldBase } from '@stele/schema';
import { CircleAlert, Globe, Languages, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { fields as t } from '#messages/fields';
import type { Spread } from '../form/spread.ts';
import type { ControlIds } from './control.ts';

/** A click is over by then. */
const AFTER_CLICK_MS = 250;

interface FieldFrameProps {
  readonly field: Pick<FieldBase, 'label' | 'help' | 'required'>;
  readonly path: string;
  readonly locale: string;
  /** Faults, and advice; a line each. */
  readonly error: string | undefined;
  readonly warning: string | undefined;
  readonly spread?: Spread;
  /** Shown at the label's end: counters, what was published. */
  readonly aside?: ReactNode;
  /** Whether the control is several elements, which the label names as a group. */
  readonly isGroup?: boolean;
  readonly isLabelHidden?: boolean;
  /** Who else is in it, drawn over its edge. */
  readonly presence?: ReactNode;
  readonly onBlur?: () => void;
  readonly children: (ids: ControlIds) => ReactNode;
}

/**
 * Label, help and problems around a control, which problems find by its path. They're in the language of the admin, which
 * may be written in another direction than the content.
 */
export function FieldFrame(props: FieldFrameProps) {
  const { field, path, locale, error, warning, spread = null, aside, isGroup = false, isLabelHidden = false } = props;
  const id = useId();
  const ids = useMemo((): ControlIds => {
    const described = [field.help && `${id}-help`, error && `${id}-error`, warning && `${id}-warning`].filter(Boolean);
    return {
      id,
      labelId: `${id}-label`,
      'aria-describedby': described.join(' ') || undefined,
      'aria-invalid': error ? true : undefined,
      'aria-required': field.required || undefined,
    };
  }, [id, field.help, field.required, error, warning]);
  const label = (
    <>
      <bdi>{field.label}</bdi>
      {field.required && (
        <span className="text-danger" title={t.required}>
          <span aria-hidden> *</span>
        </span>
      )}
    </>
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the focus that leaves the controls within.
    <div
      className="relative flex min-w-0 scroll-mt-[calc(var(--editor-top,0px)+1rem)] flex-col gap-1.5"
      data-field-path={path}
      data-field-locale={locale}
      data-invalid={error ? true : undefined}
      {...(isGroup && { role: 'group', 'aria-labelledby': ids.labelId, 'aria-describedby': ids['aria-describedby'] })}
      onBlur={(event) => {
        // Not at once: a message moves what is below it, and a click that is under way would miss.
        const frame = event.currentTarget;
        if (!frame.contains(event.relatedTarget))
          setTimeout(() => !isStillIn(frame) && props.onBlur?.(), AFTER_CLICK_MS);
      }}
    >
      <div className={isLabelHidden ? 'sr-only' : 'flex min-h-5 flex-wrap items-baseline gap-x-3 gap-y-0.5'}>
        {isGroup ? (
          <span id={ids.labelId} className="text-sm font-medium">
            {label}
          </span>
        ) : (
          <label id={ids.labelId} htmlFor={id} className="text-sm font-medium">
            {label}
          </label>
        )}
        {spread && <SpreadMark spread={spread} />}
        {aside && <span className="ms-auto flex items-center gap-2 text-xs text-muted">{aside}</span>}
      </div>
      {props.children(ids)}
      {field.help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          <bdi>{field.help}</bdi>
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <bdi className="whitespace-pre-line">{error}</bdi>
        </p>
      )}
      {warning && (
        <p id={`${id}-warning`} className="flex items-start gap-1.5 text-xs text-warning">
          <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          <bdi className="whitespace-pre-line">{warning}</bdi>
        </p>
      )}
      {props.presence}
    </div>
  );
}

/** Whether the focus is in a field, or in a dialog above it, such as one to choose its value: then it comes back. */
function isStillIn(frame: Element): boolean {
  const dialog = document.activeElement?.closest('[role=dialog]');
  return frame.contains(document.activeElement) || (dialog != null && !dialog.contains(frame));
}

function SpreadMark({ spread }: { readonly spread: Exclude<Spread, null> }) {
  const isOwn = spread === 'own';
  const Icon = isOwn ? Languages : Globe;
  return (
    <span
      className="inline-flex items-center gap-1 self-center text-xs text-muted"
      title={isOwn ? undefined : t.sharedHint}
    >
      <Icon className="size-3" aria-hidden />
      <span className={spread === 'mixed' ? 'sr-only' : undefined}>{isOwn ? t.ownPerLanguage : t.sharedByAll}</span>
    </span>
  );
}
