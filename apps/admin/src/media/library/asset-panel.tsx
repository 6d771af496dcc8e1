import { Maximize2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { common } from '#messages/common';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { AssetDetails } from './asset-details.tsx';

interface AssetPanelProps {
  readonly assetId: string;
  /** Whether it takes the focus: when it was opened by the keyboard. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

/** The details of a file, beside the others; in narrow windows, over them. Escape closes it. */
export function AssetPanel({ assetId, takesFocus, onClose }: AssetPanelProps) {
  const { project } = useProject();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (takesFocus) panel.current?.focus();
  }, [assetId, takesFocus]);
  return (
    <aside
      ref={panel}
      aria-label={common.details}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        // Of a dialog that opened over it, which React sees within it.
        if (!panel.current?.contains(event.target as Node)) return;
        onClose();
      }}
      className="border-s bg-background outline-none max-lg:fixed max-lg:inset-0 max-lg:z-30 max-lg:overflow-y-auto lg:sticky lg:top-(--bar) lg:h-[calc(100dvh-var(--bar))] lg:w-96 lg:shrink-0 lg:overflow-y-auto"
    >
      <header className="sticky top-0 z-10 flex items-center gap-1 border-b bg-background px-4 py-2">
        <h2 className="flex-1 text-sm font-semibold">{common.details}</h2>
        <Button asChild variant="ghost" size="icon" className="max-sm:size-11">
          <Link
            href={`/projects/${project.id}/media/${assetId}`}
            aria-label={common.openAsPage}
            title={common.openAsPage}
          >
            <Maximize2 aria-hidden />
          </Link>
        </Button>
        <IconButton icon={X} label={common.close} size="icon" className="max-sm:size-11" onClick={onClose} />
      </header>
      <div className="p-4">
        <AssetDetails key={assetId} assetId={assetId} heading="h3" />
      </div>
    </aside>
  );
}
