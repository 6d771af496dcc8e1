import { useQuery } from '@tanstack/react-query';
import { entries as t } from '#messages/entries';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';

/** The most people to name. */
const MOST = 8;

interface WhoMayProps {
  readonly permission: 'entry.write' | 'entry.publish';
  readonly entry: Pick<Outputs['entries']['get'], 'collection_key'>;
  /** The languages in which they have it; by default all of the project. */
  readonly locales?: readonly string[];
}

/** Names people who have a permission that the user lacks. */
export function WhoMay({ permission, entry: { collection_key: key }, locales: asked }: WhoMayProps) {
  const { project } = useProject();
  const { list } = formats;
  const trpc = useTRPC();
  const members = useQuery(trpc.members.list.queryOptions({ projectId: project.id }, { staleTime: 60_000 }));
  const able = new Set(
    members.data?.roles.filter((one) => one.permissions.includes(permission)).map(({ role }) => role),
  );
  const people = (members.data?.data ?? []).filter(({ role, limits: { collections, locales, reads } }) => {
    const hasLanguage = locales === undefined || (asked?.every((one) => locales.includes(one)) ?? false);
    const isWhole = hasLanguage && (collections?.includes(key) ?? true) && (reads?.includes(key) ?? true);
    return able.has(role) && isWhole;
  });
  if (people.length === 0) return null;
  const names = people.slice(0, MOST).map(({ name }) => name);
  const said = list(people.length > MOST ? [...names, '…'] : names);
  return <>{permission === 'entry.publish' ? t.whoPublishes({ names: said }) : t.whoWrites({ names: said })}</>;
}
