import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type Inputs, type Outputs, useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

type BulkAnswer = Outputs['entries']['bulk'];

/** Entries that a request takes. */
export const MOST_AT_ONCE = 100;

/** A change of entries that is asked about. */
interface ProposedChange {
  readonly action: 'publish' | 'unpublish' | 'trash' | 'set';
  readonly ids: readonly string[];
  /** Of each entry; all by default. */
  readonly locales?: readonly (readonly string[])[];
  /** Of each entry, as it was seen. */
  readonly versions?: readonly number[] | null;
  readonly change?: FieldChange;
}

/** A new value for a field of many entries. */
export type FieldChange = Required<Pick<Inputs['entries']['bulk'], 'field' | 'value'>>;

/** The effects that a change of entries would have. */
interface DryRun {
  readonly items: BulkAnswer['data'];
  /** Other live entries that refer to entries that would leave the site. */
  readonly referrers: readonly { readonly id: string; readonly title: string }[];
}

/** Makes queries of what changes of entries would do now. */
export function useDryRun() {
  const { project } = useProject();
  const client = useTRPCClient();
  return ({ action, ids, locales, versions, change }: ProposedChange) =>
    queryOptions({
      queryKey: ['dry-run', project.id, action, ids, locales, versions, change],
      queryFn: async (): Promise<DryRun> => {
        const items: DryRun['items'] = [];
        const referrers = new Map<string, string>();
        for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
          const part = <Item>(list: readonly Item[]): Item[] => list.slice(at, at + MOST_AT_ONCE);
          const answer = await client.entries.bulk.mutate({
            projectId: project.id,
            action,
            entry_ids: part(ids),
            partial: true,
            dry_run: true,
            ...(locales && { entry_locales: part(locales).map((own) => [...own]) }),
            ...change,
            ...(versions && { base_versions: part(versions) }),
          });
          items.push(...answer.data);
          for (const { code, entry_id: id, title } of answer.warnings) {
            if (code === 'entry.still_referred_to' && id && !ids.includes(id)) referrers.set(id, title ?? id);
          }
        }
        return { items, referrers: [...referrers].map(([id, title]) => ({ id, title })) };
      },
      staleTime: 2_000,
      gcTime: 10_000,
    });
}

/** Whether moving entries to the trash is asked about: something leaves the site or can't, or live entries refer to them. */
export function useAsksBeforeTrash(): (ids: readonly string[]) => Promise<boolean> {
  const queries = useQueryClient();
  const dryRun = useDryRun();
  return async (ids) => {
    const { items, referrers } = await queries.fetchQuery({ ...dryRun({ action: 'trash', ids }), staleTime: 0 });
    return referrers.length > 0 || items.some(({ live_changes: locales, error }) => locales.length > 0 || error);
  };
}
