import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, GitCompareArrows } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { site as t } from '#messages/site';
import { useTRPC } from '@/api/trpc.ts';
import { changeLines } from '@/changes/change-words.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { IconButton } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/input.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { Page } from '@/ui/page.tsx';
import { Empty, QueryState } from '@/ui/states.tsx';
import { DifferenceList } from './difference-list.tsx';

/** Any two versions of the site beside each other; at first the one before and the one that is live. */
export function SnapshotComparison() {
  const { project } = useProject();
  const trpc = useTRPC();
  const [asked, setQuery] = useQueryStates({ from: parseAsString, to: parseAsString });
  const history = useQuery(trpc.snapshots.list.queryOptions({ projectId: project.id, limit: 100 }));
  const known = (history.data?.data ?? []).filter(({ restorable }) => restorable);
  const options = known.filter(
    ({ snapshot_id: id }, index) => known.findIndex((one) => one.snapshot_id === id) === index,
  );
  const live = options.find((one) => one.live);
  const to = asked.to ?? live?.snapshot_id ?? null;
  const from = asked.from ?? options.find(({ snapshot_id: id }) => id !== to)?.snapshot_id ?? null;
  const labels = options.map((one) => {
    const [line = ''] = changeLines(one, { words: t, formats });
    const words = `${formats.moment(one.created_at)} · ${line}`;
    return [one.snapshot_id, one.live ? t.liveOption({ what: words }) : words] as const;
  });
  const choose = (label: string, value: string | null, set: (id: string) => void) => (
    <Field label={label} className="min-w-0 flex-1 basis-64">
      {(control) => (
        <Select
          {...control}
          className="max-sm:h-11"
          value={value ?? ''}
          options={labels.some(([id]) => id === value) ? labels : [[value ?? '', value ?? t.choose], ...labels]}
          onChange={set}
        />
      )}
    </Field>
  );
  return (
    <Page
      title={t.compare}
      lead={t.compareLead}
      action={<LinkButton label={t.back} href={`/projects/${project.id}/site`} variant="ghost" />}
    >
      <QueryState query={history} rows={3} />
      {history.isSuccess && (from === null || to === null) && (
        <Empty icon={GitCompareArrows} title={t.onlyOne} help={t.onlyOneHelp} />
      )}
      {history.isSuccess && from !== null && to !== null && (
        <>
          <div className="mb-6 flex flex-wrap items-end gap-3">
            {choose(t.from, from, (id) => void setQuery({ from: id, to }))}
            <IconButton
              icon={ArrowLeftRight}
              label={t.swap}
              size="icon"
              className="max-sm:size-11"
              onClick={() => void setQuery({ from: to, to: from })}
            />
            {choose(t.to, to, (id) => void setQuery({ from, to: id }))}
          </div>
          <DifferenceList key={`${from}:${to}`} from={from} to={to} />
        </>
      )}
    </Page>
  );
}
