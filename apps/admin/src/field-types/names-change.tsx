import type { ReactNode } from 'react';
import { changes as words } from '#messages/changes';
import { Badge } from '@/ui/badge.tsx';

interface NamesProps {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly nameOf: (id: string) => ReactNode;
}

/** Which of several things with names came and went. */
export function Names({ before, after, nameOf }: NamesProps) {
  const gone = before.filter((id) => !after.includes(id));
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {gone.map((id) => (
        <li key={id} className="flex items-center gap-2">
          <Badge tone="danger">{words.removed}</Badge> {nameOf(id)}
        </li>
      ))}
      {after.map((id) => (
        <li key={id} className="flex items-center gap-2">
          {!before.includes(id) && <Badge tone="success">{words.added}</Badge>} {nameOf(id)}
        </li>
      ))}
      {gone.length + after.length === 0 && <li className="text-muted">{words.empty}</li>}
    </ul>
  );
}
