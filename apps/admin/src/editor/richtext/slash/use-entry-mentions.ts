import { useQueryClient } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { FileText } from 'lucide-react';
import { common } from '#messages/common';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { useOwnEntryId } from '../../form/form-context.tsx';
import type { MenuChoice } from './slash-extension.ts';

/** How many entries are offered. */
const OFFERED = 8;

/** Makes a search for entries to link to in a text; without collections, for all. */
export function useEntryMentions(collections: readonly string[] | undefined) {
  const { project, schema } = useProject();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const own = useOwnEntryId();
  return async (editor: Editor, query: string): Promise<readonly MenuChoice[]> => {
    // A space after the sign is no beginning of a title.
    if (/^\s/.test(query)) return [];
    const search = query.trim();
    const lists = await Promise.all(
      (collections ?? [undefined]).map((collection) =>
        queries.fetchQuery(
          trpc.entries.list.queryOptions(
            {
              projectId: project.id,
              limit: OFFERED,
              ...(collection !== undefined && { collection }),
              ...(search && { search }),
            },
            { staleTime: 5_000 },
          ),
        ),
      ),
    );
    return lists
      .flatMap(({ data }) => data)
      .filter(({ id }) => id !== own)
      .slice(0, OFFERED)
      .map(({ id, title: stored, collection_key: key }) => {
        const title = stored || common.untitled;
        return {
          key: id,
          label: title,
          icon: FileText,
          kind: schema?.collections.find((one) => one.key === key)?.label ?? key,
          run: () =>
            editor
              .chain()
              .focus()
              .insertContent({ type: 'text', text: title, marks: [{ type: 'link', attrs: { entry: id } }] })
              .run(),
        };
      });
  };
}
