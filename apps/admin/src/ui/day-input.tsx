import { CalendarDays } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { dates as t } from '#messages/dates';
import { language } from '@/i18n/language.ts';
import { localeOf } from '@/i18n/languages.ts';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { dayNotation, readDay, readTime, writeDay } from './day-text.ts';
import { Input } from './input.tsx';
import { isEnter } from './keys.ts';
import { lazyPart } from './lazy-part.tsx';
import { Popover } from './popover.tsx';

const Calendar = lazyPart(async () => (await import('./calendar.tsx')).Calendar);

const notation = dayNotation(localeOf(language));

interface TypedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  readonly value: string;
  /** Called with what was typed; with '' while it can't be read, unless `onUnread` takes that. */
  readonly onChange: (value: string) => void;
  /** A text that was typed before and can't be read. */
  readonly unread?: string | undefined;
  /** Called with a text that can't be read, and with null once it can: who takes it keeps the value, and says what's wrong. */
  readonly onUnread?: ((text: string | null) => void) | undefined;
  /** Whether it says below the box what's wrong; unless `onUnread` is given by default. */
  readonly saysWrong?: boolean;
}

interface ReadInputProps extends TypedInputProps {
  readonly write: (value: string) => string;
  /** @param isLeft whether the text is whole */
  readonly read: (text: string, isLeft: boolean) => string | null;
  /** How to type it: shown in an empty box. */
  readonly pattern: string;
  readonly wrong: string;
  /** The value of an emptied box once it's left. */
  readonly kept?: string;
  readonly children?: ReactNode;
}

/** A box for a text that stands for a value. */
function ReadInput(props: ReadInputProps) {
  const { value, onChange, unread, onUnread, write, read, pattern, wrong, children, className, ...rest } = props;
  const { kept = '', saysWrong = !onUnread, ...input } = rest;
  const id = useId();
  const [text, setText] = useState(unread ?? write(value));
  const [isWrong, setWrong] = useState(false);
  const [seen, setSeen] = useState({ value, unread });
  if (seen.value !== value || seen.unread !== unread) {
    setSeen({ value, unread });
    const now = read(text, false);
    const isTyped = unread !== undefined || now === value || (!onUnread && value === '' && now === null);
    if (!isTyped) {
      setText(write(value));
      setWrong(false);
    }
  }
  const take = (typed: string, isLeft: boolean): void => {
    const next = typed.trim() === '' ? '' : read(typed, isLeft);
    setWrong(isLeft && next === null);
    onUnread?.(next === null ? typed : null);
    if (next === null && onUnread) return;
    if ((next ?? '') !== value) onChange(next ?? '');
  };
  /** Takes the text as whole, and shows it as it's written. */
  const finish = (): void => {
    if (input.readOnly) return;
    take(text, true);
    const left = read(text, true);
    if (left !== null) setText(write(left));
    else if (text.trim() === '') setText(write(kept));
  };
  const described = [input['aria-describedby'], isWrong && saysWrong && id].filter(Boolean).join(' ');
  return (
    <span className={cn('flex w-full flex-col gap-1', className)}>
      <span className="relative">
        <Input
          autoComplete="off"
          placeholder={pattern}
          {...input}
          {...(isWrong && { 'aria-invalid': true, 'data-unread': true })}
          aria-describedby={described || undefined}
          className={cn('max-sm:h-11', children !== undefined && !input.readOnly && 'pe-10')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            take(event.target.value, false);
          }}
          onBlur={(event) => {
            finish();
            input.onBlur?.(event);
          }}
          onKeyDown={(event) => {
            // Enter sends a form while the box keeps the focus.
            if (isEnter(event)) finish();
            input.onKeyDown?.(event);
          }}
        />
        {!input.readOnly && children}
      </span>
      {isWrong && saysWrong && (
        <span id={id} role="alert" className="text-xs text-danger">
          {wrong}
        </span>
      )}
    </span>
  );
}

interface DayInputProps extends TypedInputProps {
  /** Of its field: what the button of the calendar is for. */
  readonly label: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Called after a day was chosen in the calendar. */
  readonly onPicked?: () => void;
}

/** A day, as ISO 8601: typed as the language has it, or chosen in a calendar. */
export function DayInput({ label, min, max, onPicked, ...props }: DayInputProps) {
  const [isOpen, setOpen] = useState(false);
  const { day: dd, month: mm, year: yyyy } = t.letters;
  const pattern = notation.order.map((part) => ({ day: dd, month: mm, year: yyyy })[part]).join(notation.sign);
  return (
    <ReadInput
      {...props}
      write={(day) => writeDay(day, notation)}
      read={(text, isLeft) => readDay(text, notation, isLeft)}
      pattern={pattern}
      wrong={t.noDay({ pattern })}
    >
      <span className="absolute inset-y-0 end-0.5 flex items-center">
        <Popover
          open={isOpen}
          onOpenChange={setOpen}
          label={t.calendar}
          className="max-h-[90dvh] w-auto"
          trigger={
            <IconButton
              icon={CalendarDays}
              label={t.choose({ field: label })}
              size="icon-sm"
              disabled={props.disabled === true}
            />
          }
        >
          <Calendar
            day={props.value}
            min={min}
            max={max}
            onChoose={(day) => {
              setOpen(false);
              props.onUnread?.(null);
              if (day !== props.value) props.onChange(day);
              onPicked?.();
            }}
          />
        </Popover>
      </span>
    </ReadInput>
  );
}

/** A time of day, as `09:30`; '' without one. */
export function TimeInput(props: TypedInputProps & { readonly kept?: string }) {
  const pattern = t.letters.time;
  return (
    <ReadInput {...props} write={(text) => text} read={readTime} pattern={pattern} wrong={t.noTime({ pattern })} />
  );
}

const MIDNIGHT = '00:00';
/** Between the texts of the two boxes. */
const BREAK = '\n';

interface DayTimeInputProps extends TypedInputProps {
  /** Of its field: names the two boxes together. */
  readonly label: string;
}

/** A day and a time without a zone, as `2026-12-31T09:30`; '' without a day. The day can be chosen in a calendar. */
export function DayTimeInput({ label, value, onChange, unread, onUnread, className, ...props }: DayTimeInputProps) {
  const [day = '', time = ''] = value.split('T');
  // A time that's given before the day waits for it.
  const [early, setEarly] = useState('');
  const given = time || (day ? '' : early);
  const [unreadDay, unreadTime] = unread?.split(BREAK) ?? [];
  const shared = { readOnly: props.readOnly, disabled: props.disabled };
  /** Says which texts can't be read, each box for itself. */
  const say = (texts: readonly [string, string]): void => onUnread?.(texts.join('') === '' ? null : texts.join(BREAK));
  return (
    // biome-ignore lint/a11y/useSemanticElements: spans may not hold a fieldset
    <span data-moment role="group" aria-label={label} className={cn('flex gap-2', className)}>
      <DayInput
        {...props}
        label={label}
        className="min-w-0 flex-1"
        value={day}
        unread={unreadDay || undefined}
        onUnread={onUnread && ((text) => say([text ?? '', unreadTime ?? '']))}
        onChange={(next) => onChange(next && `${next}T${given || MIDNIGHT}`)}
      />
      <TimeInput
        {...shared}
        aria-label={t.time({ field: label })}
        className="w-24 shrink-0"
        kept={given}
        value={given}
        unread={unreadTime || undefined}
        onUnread={onUnread && ((text) => say([unreadDay ?? '', text ?? '']))}
        onChange={(next) => {
          if (next === '') return;
          setEarly(next);
          if (day) onChange(`${day}T${next}`);
        }}
      />
    </span>
  );
}
