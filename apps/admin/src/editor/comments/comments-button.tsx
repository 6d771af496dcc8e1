import { MessageSquare } from 'lucide-react';
import { comments as t } from '#messages/comments';
import { formats } from '@/i18n/language.ts';
import { Button } from '@/ui/button.tsx';

/** Opens the panel, and says how many threads are open. */
export function CommentsButton({ count, onPress }: { readonly count: number; readonly onPress: () => void }) {
  const { number } = formats;
  return (
    <Button
      variant="ghost"
      aria-label={t.open({ count })}
      title={t.open({ count })}
      onClick={onPress}
      className="px-2.5 max-sm:h-11 max-sm:min-w-11 max-sm:px-2"
    >
      <MessageSquare aria-hidden />
      {count > 0 && <span className="tabular-nums">{number(count)}</span>}
    </Button>
  );
}
