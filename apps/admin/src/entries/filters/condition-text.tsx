import { changes as words } from '#messages/changes';
import { list as t } from '#messages/list';
import { EntryName } from '@/entry/entry-name.tsx';
import { valueText } from '@/field-types/value-text.ts';
import { viewOf } from '@/field-types/views.ts';
import { formats } from '@/i18n/language.ts';
import type { fieldAt } from './filter-fields.ts';
import { type FilterCondition, takesValue } from './filter-text.ts';

interface ConditionTextProps extends ReturnType<typeof fieldAt> {
  readonly condition: FilterCondition;
}

/** The text of a condition of the list. */
export function ConditionText({ field, label, condition: { operator, value } }: ConditionTextProps) {
  const telling = { words, formats };
  const view = field && viewOf(field.type);
  return (
    <>
      <span className="truncate font-medium">{label}</span>
      <span className="shrink-0 text-muted">{t.operators[operator] ?? operator}</span>
      {takesValue(operator) && (
        <span className="truncate">
          {view?.filterInput === 'entry' ? (
            <EntryName id={value} />
          ) : (
            (view?.filterText?.(value, telling) ?? valueText(field, value, telling))
          )}
        </span>
      )}
    </>
  );
}
