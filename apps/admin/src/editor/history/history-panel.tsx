import type { CollectionDocument } from '@stele/schema';
import { useState } from 'react';
import { editor } from '#messages/editor';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { useReviewDetail } from '@/entry/use-review.ts';
import { useProject } from '@/project/project-context.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { QueryState } from '@/ui/states.tsx';
import type { EntryForm } from '../form/form-context.tsx';
import type { EditSession } from '../session/edit-session.ts';
import { VersionChange } from './version-change.tsx';
import { VersionList } from './version-list.tsx';

interface HistoryPanelProps {
  readonly onClose: () => void;
  readonly entry: Outputs['entries']['get'];
  readonly collection: CollectionDocument | null;
  readonly form: EntryForm;
  readonly session: EditSession;
  /** The language that is edited. */
  readonly locale: string;
}

/** Versions with their author, time and changes; what each one changed, the effect of restoring it, and any two beside each other. */
export function HistoryPanel({ onClose, entry, collection, form, session, locale }: HistoryPanelProps) {
  const { project } = useProject();
  const t = editor.versions;
  const trpc = useTRPC();
  const target = { projectId: project.id, entryId: entry.id, limit: 30 };
  const [openedAt] = useState(entry.version);
  const [selected, setSelected] = useState<number | null>(null);
  /** The record whose automatic saves are shown one by one. */
  const [opened, setOpened] = useState<number | null>(null);
  const { query: records, rows: list } = usePages(trpc.entries.listVersions, target);
  const within = opened === null ? {} : { within: opened };
  const { query: saves, rows } = usePages(
    trpc.entries.listVersions,
    { ...target, ...within },
    { enabled: opened !== null },
  );
  const review = useReviewDetail(entry, collection?.workflow !== undefined);
  const folded = opened === null ? [] : rows;
  const wasThere = ({ version, kind, changed_paths: paths }: (typeof list)[number]): boolean =>
    version <= openedAt && (paths.length > 0 || kind === 'create');
  const shown = [...list, ...folded];
  const first = list.find(wasThere) ?? list[0];
  const chosen = selected === null ? first : (shown.find(({ version }) => version === selected) ?? first);
  return (
    <Dialog onClose={onClose} wide title={t.title} description={t.help}>
      <QueryState query={records} rows={5} />
      {chosen && (
        <div className="grid gap-5 pb-5 sm:grid-cols-[16rem_minmax(0,1fr)]">
          <VersionList
            records={{ list, query: records }}
            saves={{ list: folded, query: saves }}
            chosen={chosen.version}
            onChoose={setSelected}
            opened={opened}
            onOpen={setOpened}
            collection={collection}
            moves={review.data?.moves ?? []}
          />
          <VersionChange
            key={chosen.version}
            entry={entry}
            version={chosen.version}
            firstVersion={chosen.first_version}
            others={shown.map(({ version }) => version).sort((a, b) => b - a)}
            collection={collection}
            form={form}
            session={session}
            locale={locale}
            onRestored={onClose}
          />
        </div>
      )}
    </Dialog>
  );
}
