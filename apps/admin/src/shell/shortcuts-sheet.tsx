import { common } from '#messages/common';
import { shell } from '#messages/shell';
import { Dialog } from '@/ui/dialog.tsx';
import { useShortcut } from '@/ui/use-shortcut.ts';
import type { LoadedFeature } from './places.ts';

interface ShortcutsSheetProps {
  readonly features: readonly LoadedFeature[];
  readonly onClose: () => void;
}

/** All that keys do. */
export function ShortcutsSheet({ features, onClose }: ShortcutsSheetProps) {
  const t = shell.keys;
  const control = useShortcut();
  const names = { control, enter: common.keys.enter, shift: common.keys.shift };
  const shortcuts = features.flatMap(({ lateParts }) => lateParts.shortcuts ?? []);
  const keysIn = (place: 'editor' | 'lists') =>
    shortcuts.filter(({ where }) => where === place).map(({ keys, label }) => [keys(names), label()] as const);
  const groups = [
    {
      title: t.everywhere,
      keys: [[control('K'), t.palette] as const, ['?', t.help] as const, ['Esc', t.leave] as const],
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
      </div>
    </Dialog>
  );
}
