import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

interface NextPageProps extends Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> {
  /** A list that is read page by page. */
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): unknown;
  };
}

/** Reads the next page of a list, as long as there's one. */
export function NextPage({ query, ...props }: NextPageProps) {
  if (!query.hasNextPage) return null;
  return <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} {...props} />;
}
