import { Badge } from '@/ui/badge.tsx';

/** Code in a cell of the list: its language and its first line. */
export default function CodeCell({ language, text }: { readonly language: string; readonly text: string }) {
  const line = text.split('\n').find((one) => one.trim() !== '') ?? '';
  return (
    <span className="flex min-w-0 items-center gap-2" dir="ltr">
      {language !== '' && <Badge>{language}</Badge>}
      <code className="truncate font-mono text-xs">{line.trim().slice(0, 120)}</code>
    </span>
  );
}
