import { common } from '#messages/common';
import { shell } from '#messages/shell';
import { Dialog } from '@/ui/dialog.tsx';
import { useShortcut } from '@/ui/use-shortcut.ts';

/** All that keys do. */
export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  const t = shell.keys;
  const { enter, shift } = common.keys;
  const shortcut = useShortcut();
  const groups = [
    {
      title: t.everywhere,
      keys: [
        [shortcut('K'), t.palette],
        ['?', t.help],
        ['Esc', t.leave],
      ],
    },
    {
      title: t.editor,
      keys: [
        [shortcut('S'), t.save],
        [shortcut(enter), t.publish],
        [shortcut('.'), t.preview],
        [shortcut(`${shift} M`), t.comment],
        ['↑ ↓', t.move],
        ['/', t.slash],
      ],
    },
    {
      title: t.lists,
      keys: [
        ['↑ ↓', t.rows],
        [enter, t.open],
        ['X', t.select],
        ['F2', t.editCell],
      ],
    },
  ] as const;
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
