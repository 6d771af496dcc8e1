import { Switch } from 'radix-ui';
import { fields as t } from '#messages/fields';
import { Input, Select } from '@/ui/input.tsx';
import type { ControlOf } from './control.ts';
import { nativeProps, textOf } from './native-props.ts';

/** One of several options. A value that is no option any more is kept, and said to be none. */
export function SelectControl({ field, value, onChange, readOnly, ids }: ControlOf<'select'>) {
  const text = textOf(value);
  const isKnown = text === '' || field.options.some((option) => option.value === text);
  if (readOnly) {
    const chosen = field.options.find((option) => option.value === text)?.label ?? text;
    return <Input {...nativeProps(ids)} readOnly value={chosen} />;
  }
  return (
    <Select
      {...nativeProps(ids)}
      className="max-w-sm"
      value={text}
      options={[
        ['', t.noOption],
        ...(isKnown ? [] : [[text, t.notAnOption({ value: text })] as const]),
        ...field.options.map((option) => [option.value, option.label] as const),
      ]}
      onChange={(option) => onChange(option || null)}
    />
  );
}

/** Some of several options, each with a box to tick. Options keep the order of the schema. */
export function MultiselectControl({ field, value, onChange, readOnly, ids }: ControlOf<'multiselect'>) {
  const chosen = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  const unknown = chosen.filter((one) => !field.options.some((option) => option.value === one));
  const options = [...field.options, ...unknown.map((one) => ({ value: one, label: t.notAnOption({ value: one }) }))];
  const set = (next: readonly string[]): void => {
    const inOrder = options.map((option) => option.value).filter((one) => next.includes(one));
    onChange(inOrder.length === 0 ? null : inOrder);
  };
  if (readOnly) {
    const labels = options.filter((option) => chosen.includes(option.value)).map(({ label }) => label);
    return <Input id={ids.id} readOnly value={labels.join(', ')} />;
  }
  return (
    <div className="flex flex-wrap gap-1.5">
      {options.map(({ value: option, label }, index) => {
        const isChosen = chosen.includes(option);
        return (
          <label
            key={option}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md border bg-surface px-2.5 text-sm has-checked:border-accent has-checked:bg-accent-soft max-sm:min-h-10"
          >
            <input
              type="checkbox"
              className="size-4 accent-accent"
              {...(index === 0 && { id: ids.id })}
              checked={isChosen}
              onChange={() => set(isChosen ? chosen.filter((one) => one !== option) : [...chosen, option])}
            />
            {label}
          </label>
        );
      })}
    </div>
  );
}

/** A switch, with the word for its state. */
export function BooleanControl({ value, onChange, readOnly, ids }: ControlOf<'boolean'>) {
  if (readOnly) return <Input {...nativeProps(ids)} readOnly value={value === true ? t.yes : t.no} />;
  return (
    <div className="flex min-h-9 items-center gap-2.5">
      <Switch.Root
        {...nativeProps(ids)}
        checked={value === true}
        onCheckedChange={onChange}
        className="h-6 w-10 shrink-0 rounded-full border border-border-strong bg-hover p-0.5 transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Switch.Thumb className="block size-4.5 rounded-full bg-surface shadow-sm transition-transform data-[state=checked]:translate-x-4 rtl:data-[state=checked]:-translate-x-4" />
      </Switch.Root>
      <span className="text-sm text-muted" aria-hidden>
        {value === true ? t.yes : t.no}
      </span>
    </div>
  );
}
