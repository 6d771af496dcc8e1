import type { Outputs } from '@/api/trpc.ts';

type View = Pick<Outputs['views']['list']['data'][number], 'query'>;

/** Address of the list as a view shows it. */
export function viewAddress(projectId: string, { query }: View): string {
  return `/projects/${projectId}/entries?${parametersOf(query)}`;
}

/** Whether a view is what an address shows. */
export function isView({ query }: View, search: URLSearchParams): boolean {
  const [own, theirs] = [new URLSearchParams(parametersOf(query)), new URLSearchParams(search)];
  theirs.delete('month');
  own.sort();
  theirs.sort();
  return own.toString() === theirs.toString();
}

function parametersOf(query: View['query']): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.join(','),
  ]);
  return new URLSearchParams(pairs).toString();
}
