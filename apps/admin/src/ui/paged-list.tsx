import type { ComponentProps, ReactNode } from 'react';
import { NextPage } from './next-page.tsx';
import { QueryState } from './states.tsx';

interface PagedListProps<Row> {
  readonly list: {
    readonly query: ComponentProps<typeof NextPage>['query'] &
      ComponentProps<typeof QueryState>['query'] & { readonly isSuccess: boolean };
    readonly rows: readonly Row[];
  };
  /** Rows of the skeleton. */
  readonly skeleton?: number;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  /** The label of the button that reads the next page. */
  readonly more: string;
  readonly children: (row: Row) => ReactNode;
}

/** The rows of a list that is read page by page, or why there are none. */
export function PagedList<Row>({ list: { query, rows }, skeleton, empty, more, children }: PagedListProps<Row>) {
  return (
    <>
      <QueryState query={query} {...(skeleton !== undefined && { rows: skeleton })} />
      {query.isSuccess && rows.length === 0 && empty}
      {rows.length > 0 && <ol className="divide-y rounded-lg border bg-surface">{rows.map((row) => children(row))}</ol>}
      <NextPage query={query} className="mt-4" label={more} />
    </>
  );
}
