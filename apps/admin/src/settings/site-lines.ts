import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';

/** Lines for a site's .env in this project, given a token; null while the addresses aren't known. */
export function useSiteLines(): ((token: string) => string) | null {
  const { project } = useProject();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.instance.status.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }));
  if (!data) return null;
  return (token) =>
    [
      `STELE_URL=${data.api_url}`,
      `STELE_CONTENT_URL=${data.content_url}`,
      `STELE_PROJECT=${project.id}`,
      `STELE_TOKEN=${token}`,
    ].join('\n');
}
