import { useState } from 'react';
import { common } from '#messages/common';
import { shell } from '#messages/shell';
import type { Shortcut } from '@/project/feature.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { keepLoneKeys, wantsLoneKeys } from '@/ui/keys.ts';
import { useShortcut } from '@/ui/use-shortcut.ts';
import { features } from './features.ts';

/** All that keys do. */
export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  const t = shell.keys;
  const { enter, shift } = common.keys;
  const control = useShortcut();
  const [hasLoneKeys, setLoneKeys] = useState(wantsLoneKeys);
  const write = (keys: string): string => {
    const named = keys.replace('{enter}', enter).replace('{shift}', shift);
    return named.startsWith('{control} ') ? control(named.slice('{control} '.length)) : named;
  };
  const keysIn = (place: Shortcut[0]) =>
    features
      .flatMap(({ shortcuts = [] }) => shortcuts)
      .filter(([where]) => where === place)
      .map(([, keys, label]) => [write(keys), label()] as const);
  const groups = [
    {
      title: t.everywhere,
      keys: [
        [control('K'), t.palette] as const,
        ['/', t.find] as const,
        ['C', t.create] as const,
        ['← → ↑ ↓', t.within] as const,
        ['?', t.help] as const,
        ['Esc', t.leave] as const,
      ],
    },
    { title: t.editor, keys: keysIn('editor') },
    { title: t.lists, keys: keysIn('lists') },
  ];
  return (
    <Dialog onClose={onClose} title={shell.shortcuts}>
      <div className="flex flex-col gap-4 pb-4">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1.5 text-xs font-medium text-muted">{title}</h3>
            <dl className="flex flex-col gap-1.5">
              {keys.map(([key, words]) => (
                <div key={words} className="flex items-baseline justify-between gap-4">
                  <dt className="order-2 shrink-0">
                    <kbd className="rounded-sm border bg-sunken px-1.5 py-0.5 font-sans text-xs">{key}</kbd>
                  </dt>
                  <dd className="text-sm">{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          label={t.lone}
          checked={hasLoneKeys}
          onChange={({ target }) => {
            setLoneKeys(target.checked);
            keepLoneKeys(target.checked);
          }}
        />
      </div>
    </Dialog>
  );
}
