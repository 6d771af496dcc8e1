import { operating as t } from '#messages/operating';
import { Section } from '@/ui/page.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import type { OperatingState } from './operating-state.ts';

/** Requests that failed by a fault of the instance, by the ids that people were shown. */
export function RecentErrors({ errors }: { readonly errors: OperatingState['recent_errors'] }) {
  return (
    <Section title={t.errors} lead={t.errorsLead}>
      {errors.length === 0 ? (
        <p className="text-sm text-muted">{t.noErrors}</p>
      ) : (
        <ul className="divide-y rounded-lg border bg-surface">
          {errors.map(({ at, request_id: id, route, code }) => (
            <li key={id} className="px-4 py-3 text-sm">
              <p className="break-all">
                <span className="font-medium">{code}</span> {route}
              </p>
              <p className="text-xs break-all text-muted">
                <TimeAgo at={at} /> · {id}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
