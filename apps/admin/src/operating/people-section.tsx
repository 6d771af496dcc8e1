import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '#messages/common';
import { operating as t } from '#messages/operating';
import { nextCursor, useTRPC } from '@/api/trpc.ts';
import { useSession } from '@/api/use-session.ts';
import { NextPage } from '@/ui/next-page.tsx';
import { Section } from '@/ui/page.tsx';
import { SearchBox } from '@/ui/search-box.tsx';
import { QueryState } from '@/ui/states.tsx';
import { PersonRow } from './person-row.tsx';

/** All accounts of the instance, to search, and to help or keep out. */
export function PeopleSection() {
  const trpc = useTRPC();
  const { data: user } = useSession();
  const [search, setSearch] = useState('');
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
          <PersonRow key={account.id} account={account} isSelf={account.id === user?.id} />
        ))}
      </ul>
      <NextPage query={people} label={common.more} className="self-start" />
    </Section>
  );
}
