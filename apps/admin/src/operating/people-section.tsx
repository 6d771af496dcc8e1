import { useState } from 'react';
import { common } from '#messages/common';
import { operating as t } from '#messages/operating';
import { useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { useSession } from '@/api/use-session.ts';
import { Section } from '@/ui/page.tsx';
import { PagedList } from '@/ui/paged-list.tsx';
import { SearchBox } from '@/ui/search-box.tsx';
import { PersonRow } from './person-row.tsx';

/** All accounts of the instance, to search, and to help or keep out. */
export function PeopleSection() {
  const trpc = useTRPC();
  const { data: user } = useSession();
  const [search, setSearch] = useState('');
  const people = usePages(trpc.people.list, { search, limit: 20 });
  return (
    <Section title={t.accounts}>
      <SearchBox label={t.searchAccounts} value={search} onChange={setSearch} className="flex-none" />
      <PagedList
        list={people}
        skeleton={3}
        empty={<p className="text-sm text-muted">{t.noAccounts}</p>}
        more={common.more}
      >
        {(account) => <PersonRow key={account.id} account={account} isSelf={account.id === user?.id} />}
      </PagedList>
    </Section>
  );
}
