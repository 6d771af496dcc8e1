import { useQuery } from '@tanstack/react-query';
import { operating as t } from '#messages/operating';
import { shell } from '#messages/shell';
import { useTRPC } from '@/api/trpc.ts';
import { LinkButton } from '@/ui/link-button.tsx';
import { Section } from '@/ui/page.tsx';

/** The way to the operator's page, for those who may see it. */
export function OperatingLink() {
  const trpc = useTRPC();
  const { isSuccess } = useQuery(trpc.operating.state.queryOptions({}, { retry: false, staleTime: 60_000 }));
  if (!isSuccess) return null;
  return (
    <Section title={shell.operating} lead={t.lead} action={<LinkButton label={shell.operating} href="/operating" />}>
      {null}
    </Section>
  );
}
