import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nextCursor, type Outputs, useTRPC } from '@/api/trpc.ts';
import { useSession } from '@/api/use-session.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useOperatingWords } from '@/i18n/operating-words.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { NextPage } from '@/ui/next-page.tsx';
import { Section } from '@/ui/page.tsx';
import { SearchBox } from '@/ui/search-box.tsx';
import { QueryState } from '@/ui/states.tsx';
import { DeletePersonDialog } from './delete-person-dialog.tsx';

type Account = Outputs['people']['list']['data'][number];

/** All accounts of the instance, to search, and to delete for good. */
export function PeopleSection() {
  const t = useOperatingWords();
  const { common } = useMessages();
  const trpc = useTRPC();
  const { data: user } = useSession();
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Account | null>(null);
  const people = useInfiniteQuery(
    trpc.people.list.infiniteQueryOptions({ search, limit: 20 }, { getNextPageParam: nextCursor }),
  );
  const accounts = people.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Section title={t.accounts}>
      <SearchBox label={t.searchAccounts} value={search} onChange={setSearch} className="flex-none" />
      <QueryState query={people} rows={3} />
      {people.data && accounts.length === 0 && <p className="text-sm text-muted">{t.noAccounts}</p>}
      <ul className="divide-y rounded-lg border bg-surface empty:hidden">
        {accounts.map((account) => (
          <li key={account.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium break-words">
                {account.name} {account.deactivated && <Badge>{t.deactivated}</Badge>}
              </p>
              <p className="text-xs break-all text-muted">
                {account.email} · {t.inProjects(account.projects)}
              </p>
            </div>
            {account.id !== user?.id && (
              <Button
                label={t.deletePerson}
                aria-label={`${t.deletePerson}: ${account.name}`}
                size="sm"
                className="max-sm:h-11"
                onClick={() => setAsked(account)}
              />
            )}
          </li>
        ))}
      </ul>
      <NextPage query={people} label={common.more} className="self-start" />
      {asked && <DeletePersonDialog person={asked} onClose={() => setAsked(null)} />}
    </Section>
  );
}
