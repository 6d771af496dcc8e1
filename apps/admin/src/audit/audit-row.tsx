import { audit as t } from '#messages/audit';
import { common } from '#messages/common';
import type { Outputs } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Link } from '@/ui/link.tsx';
import { Facts, useDetails } from '@/ui/use-details.tsx';
import { eventText, factsOfEvent, sentenceParts } from './event-text.ts';

type AuditRecord = Outputs['audit']['list']['data'][number];

/** One record: a sentence and its time; opened, everything it holds. */
export function AuditRow({ record }: { readonly record: AuditRecord }) {
  const { time, moment } = formats;
  const { button, details } = useDetails(common.details, '-my-1');
  return (
    <li>
      <div className="flex items-start gap-3 px-4 py-2">
        <time
          dateTime={record.created_at}
          title={moment(record.created_at)}
          className="w-12 shrink-0 pt-1 text-xs text-muted tabular-nums"
          suppressHydrationWarning
        >
          {time(record.created_at)}
        </time>
        <p className="min-w-0 flex-1 pt-0.5 wrap-anywhere">
          <Sentence record={record} />
        </p>
        {button}
      </div>
      {details(() => (
        <Details record={record} />
      ))}
    </li>
  );
}

function Sentence({ record }: { readonly record: AuditRecord }) {
  const { project } = useProject();
  const { action, actor, data, target_id: target } = record;
  const title = typeof data.title === 'string' && data.title !== '' ? t.quote({ title: data.title }) : t.noTitle;
  return sentenceParts(eventText(t, action, factsOfEvent(data, formats))).map((part, place) => {
    const key = `${place}`;
    if (part === 'who') {
      return (
        <strong key={key} className="font-medium">
          {actor.type === 'token' ? t.token({ name: actor.name }) : <ActorName actor={actor} />}
        </strong>
      );
    }
    if (part !== 'title') return <span key={key}>{part.text}</span>;
    if (!target?.startsWith('ent_') || action === 'entry.purge') return <span key={key}>{title}</span>;
    return (
      <Link
        key={key}
        href={`/projects/${project.id}/entries/${target}`}
        className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
      >
        {title}
      </Link>
    );
  });
}

function Details({ record }: { readonly record: AuditRecord }) {
  const { actor } = record;
  return (
    <>
      <Facts
        className="font-mono"
        facts={[
          [t.by, actor.email ? `${actor.name} (${actor.email})` : actor.name],
          [t.action, record.action],
          [common.id, record.target_id],
          [common.request, record.request_id],
        ]}
      />
      {Object.keys(record.data).length > 0 && (
        <pre dir="ltr" className="mt-3 break-all whitespace-pre-wrap">
          {JSON.stringify(record.data, null, 2)}
        </pre>
      )}
    </>
  );
}
