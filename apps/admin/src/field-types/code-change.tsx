import { TextDiff } from '@/changes/text-diff.tsx';
import { Badge } from '@/ui/badge.tsx';
import { codeIn } from './code.tsx';
import type { ChangeOf } from './field-view.ts';

/** The change of code: its language, and the words of its lines. */
export function CodeChange({ before, after }: ChangeOf<'code'>) {
  const [was, is] = [codeIn(before), codeIn(after)];
  const languages = [was.language, is.language].filter((one, index, all) => one !== '' && all.indexOf(one) === index);
  return (
    <div className="flex flex-col gap-1.5" dir="ltr">
      {languages.length > 0 && (
        <p className="flex items-center gap-1.5 text-xs">
          {languages.map((language, index) => (
            <span key={language} className="contents">
              {index > 0 && <span aria-hidden>→</span>}
              <Badge tone={languages.length > 1 ? 'warning' : 'neutral'}>{language}</Badge>
            </span>
          ))}
        </p>
      )}
      <div className="[&_p]:font-mono [&_p]:text-xs">
        <TextDiff before={was.text} after={is.text} />
      </div>
    </div>
  );
}
