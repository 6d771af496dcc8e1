import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { common } from '#messages/common';
import { editor as t } from '#messages/editor';
import { formats } from '@/i18n/language.ts';
import { Popover } from '@/ui/popover.tsx';
import type { EntryForm } from './form/form-context.tsx';
import { labelsAt } from './form/paths.ts';
import type { Problem } from './form/problems.ts';
import type { EditSession } from './session/edit-session.ts';

interface ProblemsMenuProps {
  readonly form: EntryForm;
  readonly session: EditSession;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onShow: (problem: Problem) => void;
}

/** Counts what prevents publishing; opened, a list that leads to the fields. */
export function ProblemsMenu({ form, session, open, onOpenChange, onShow }: ProblemsMenuProps) {
  const all = useSyncExternalStore(form.problems.subscribe, form.problems.all, form.problems.all);
  const count = all.filter(({ kind }) => kind !== 'warning').length;
  const warnings = all.length - count;
  const { number } = formats;
  const due = useSyncExternalStore(form.problems.subscribe, form.problems.dueCount, form.problems.dueCount);
  if (all.length === 0 && !open) return null;
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        if (next) form.problems.reveal();
        onOpenChange(next);
      }}
      trigger={
        <button
          type="button"
          className="inline-flex h-9 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium hover:bg-hover max-sm:h-11 max-sm:min-w-11 max-sm:justify-center max-sm:px-2"
        >
          {due > 0 ? (
            <CircleAlert className="size-4 text-danger" aria-hidden />
          ) : count > 0 ? (
            <CircleDashed className="size-4 text-muted" aria-hidden />
          ) : (
            <TriangleAlert className="size-4 text-warning" aria-hidden />
          )}
          <span className="max-sm:sr-only">
            {due > 0
              ? common.problems({ count: due })
              : count > 0
                ? t.toFillIn({ count })
                : t.warnings({ count: warnings })}
          </span>
          <span className="tabular-nums sm:hidden" aria-hidden>
            {number(due || count || warnings)}
          </span>
        </button>
      }
    >
      <ProblemList
        problems={all}
        form={form}
        session={session}
        onShow={(problem) => {
          onOpenChange(false);
          onShow(problem);
        }}
      />
    </Popover>
  );
}

interface ProblemListProps {
  readonly problems: readonly Problem[];
  readonly form: EntryForm;
  readonly session: EditSession;
  readonly onShow: (problem: Problem) => void;
}

/** Problems by what they mean, each a way to its field. */
export function ProblemList({ problems, form, session, onShow }: ProblemListProps) {
  const unsaved = problems.filter(({ kind }) => kind === 'unread' || kind === 'refused');
  const refused = problems.filter(({ kind }) => kind === 'unpublishable');
  const warnings = problems.filter(({ kind }) => kind === 'warning');
  const group = (title: string, list: readonly Problem[], icon: ReactNode): ReactNode =>
    list.length > 0 && (
      <section className="flex flex-col gap-0.5">
        <h3 className="flex items-center gap-1.5 px-2 text-xs font-medium text-muted">
          {icon} {title}
        </h3>
        <ul>
          {list.map((problem) => (
            <li key={`${problem.kind} ${problem.locale} ${problem.path} ${problem.node.join()} ${problem.message}`}>
              <ProblemLine problem={problem} form={form} session={session} onShow={onShow} />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <div className="flex flex-col gap-3">
      {problems.length === 0 && (
        <p className="flex items-center gap-2 text-sm text-success">
          <CircleCheck className="size-4" aria-hidden /> {t.noProblems}
        </p>
      )}
      {group(t.notSaved, unsaved, <CircleAlert className="size-3.5 text-danger" aria-hidden />)}
      {group(t.problemsTitle, refused, <CircleAlert className="size-3.5 text-danger" aria-hidden />)}
      {group(t.warningsTitle, warnings, <TriangleAlert className="size-3.5 text-warning" aria-hidden />)}
    </div>
  );
}

function ProblemLine({ problem, form, session, onShow }: Omit<ProblemListProps, 'problems'> & { problem: Problem }) {
  const { language } = formats;
  const { locale, path, message } = problem;
  const { values } = session.view();
  const field = form.collection.fields.find(({ key }) => path === key || path.startsWith(`${key}.`));
  const isOne = Object.keys(values).length < 2 || (field && !field.localized);
  const labels = path === '' ? [t.wholeEntry] : labelsAt(form.collection.fields, path, values[locale]);
  return (
    <button
      type="button"
      className="w-full rounded-md px-2 py-1.5 text-start text-sm hover:bg-hover max-sm:min-h-11"
      onClick={() => onShow(problem)}
    >
      <span className="font-medium">{labels.join(' › ')}</span>
      {!isOne && <span className="text-muted">, {language(locale)}</span>}
      <span className="block text-xs text-muted">{message}</span>
    </button>
  );
}
