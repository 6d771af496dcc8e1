import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { audit as t } from '#messages/audit';
import { common } from '#messages/common';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Select } from '@/ui/input.tsx';
import { NextPage } from '@/ui/next-page.tsx';
import { Page } from '@/ui/page.tsx';
import { Empty, QueryState } from '@/ui/states.tsx';
import { ArchivesSection } from './archives-section.tsx';
import { AuditRow } from './audit-row.tsx';

type AuditRecord = Outputs['audit']['list']['data'][number];

/** Who did what when, in sentences, by days. */
export function AuditLog() {
  const { project } = useProject();
  const trpc = useTRPC();
  const [{ noun, actor }, setQuery] = useQueryStates({ noun: parseAsString, actor: parseAsString });
  const members = useQuery(trpc.members.list.queryOptions({ projectId: project.id }));
  const { query: records, rows: list } = usePages(trpc.audit.list, {
    projectId: project.id,
    limit: 50,
    ...(noun && { action: `${noun}.` }),
    ...(actor && { actor }),
  });
  const people = new Map((members.data?.data ?? []).map(({ user_id: id, name }) => [id, name]));
  for (const record of list) {
    const { id, name, type } = record.actor;
    if (!people.has(id)) people.set(id, type === 'token' ? t.token({ name }) : name);
  }
  if (actor && !people.has(actor)) people.set(actor, t.someone);
  return (
    <Page
      title={t.title}
      lead={t.lead}
      action={
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label={t.who}
            className="w-auto max-w-48 max-sm:h-11"
            value={actor ?? ''}
            options={[['', t.everybody], ...people]}
            onChange={(value) => void setQuery({ actor: value || null })}
          />
          <Select
            aria-label={t.what}
            className="w-auto max-sm:h-11"
            value={noun ?? ''}
            options={[['', common.everything], ...Object.entries(t.nouns)]}
            onChange={(value) => void setQuery({ noun: value || null })}
          />
        </div>
      }
    >
      <QueryState query={records} />
      {records.isSuccess && list.length === 0 && <Empty icon={ScrollText} title={t.nothing} help={t.nothingHelp} />}
      <Days records={list} />
      <NextPage query={records} className="mt-4" label={t.earlier} />
      <ArchivesSection />
    </Page>
  );
}

/** Records under the day on which they were made. */
function Days({ records }: { readonly records: readonly AuditRecord[] }) {
  const { day } = formats;
  const days: { readonly name: string; readonly records: AuditRecord[] }[] = [];
  for (const record of records) {
    const name = day(record.created_at);
    const last = days.at(-1);
    if (last?.name === name) last.records.push(record);
    else days.push({ name, records: [record] });
  }
  const today = day(new Date().toISOString());
  const yesterday = day(new Date(Date.now() - 86_400_000).toISOString());
  return days.map(({ name, records: made }) => (
    <section key={name} className="mb-6" aria-label={name}>
      <h2 className="mb-2 text-sm font-semibold text-muted" suppressHydrationWarning>
        {name === today ? t.today : name === yesterday ? t.yesterday : name}
      </h2>
      <ol className="divide-y rounded-lg border bg-surface">
        {made.map((record) => (
          <AuditRow key={record.id} record={record} />
        ))}
      </ol>
    </section>
  ));
}
