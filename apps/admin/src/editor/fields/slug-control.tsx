import { slugFrom } from '@stele/schema';
import { Wand2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { fields as t } from '#messages/fields';
import { Button } from '@/ui/button.tsx';
import { Input } from '@/ui/input.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { parentPath, useFieldValue, useForm } from '../form/form-context.tsx';
import { valueAt, within } from '../form/paths.ts';
import type { ControlOf } from './control.ts';
import { nativeProps, textOf } from './native-props.ts';

const SlugAddress = lazyPart(async () => (await import('./slug-address.tsx')).SlugAddress);

/** Part of an address. It follows the field that it's made from until it's edited or published. */
export function SlugControl({ field, value, onChange, readOnly, ids, path, locale }: ControlOf<'slug'>) {
  const { live } = useForm();
  const [isFocused, setFocused] = useState(false);
  const source = textOf(useFieldValue(within(parentPath(path), field.source ?? 'title')));
  const text = textOf(value);
  const made = slugFrom(source, locale, field.max);
  const isLive = textOf(valueAt(live ?? undefined, path)) !== '';
  const last = useRef(made);
  useEffect(() => {
    if (made === last.current) return;
    const follows = !isLive && (text === '' || text === last.current);
    last.current = made;
    if (follows && !readOnly) onChange(made || null);
  }, [made, text, isLive, readOnly, onChange]);
  return (
    <>
      <div className="flex gap-2">
        <Input
          {...nativeProps(ids)}
          className="font-mono text-sm"
          dir="auto"
          readOnly={readOnly}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onFocus={() => setFocused(!readOnly)}
          onBlur={() => setFocused(false)}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
        {!readOnly && made !== '' && made !== text && (
          <Button
            icon={Wand2}
            label={text === '' && t.generate}
            variant="ghost"
            size={text === '' ? 'md' : 'icon'}
            onClick={() => onChange(made)}
            title={t.generateFrom({ source })}
            aria-label={t.generateFrom({ source })}
          />
        )}
      </div>
      {/* Slugs within others aren't part of an address. */}
      {path === field.key && <SlugAddress path={path} isFocused={isFocused} />}
    </>
  );
}
