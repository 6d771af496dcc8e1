import { type ReactNode, useState } from 'react';
import { common } from '#messages/common';
import { Button } from './button.tsx';
import { Link } from './link.tsx';

/** So many are shown at first. */
const SHOWN = 5;

/** Something that a change concerns. */
export interface Affected {
  readonly id: string;
  readonly title: string;
  readonly href?: string | undefined;
  /** State of the thing, or the problem with it. */
  readonly note?: ReactNode;
}

/** The things that a change concerns, by title: the first few, and a button for the others. */
export function AffectedList({ items }: { readonly items: readonly Affected[] }) {
  const [isWhole, setWhole] = useState(false);
  // One more takes no more room than the button.
  const shown = isWhole || items.length <= SHOWN + 1 ? items : items.slice(0, SHOWN);
  const left = items.length - shown.length;
  return (
    <>
      <ul className="flex flex-col gap-1.5 text-sm">
        {shown.map(({ id, title, href, note }) => (
          <li key={id} className="min-w-0">
            {href === undefined ? (
              <span dir="auto" className="line-clamp-2 wrap-anywhere rtl:text-right">
                {title}
              </span>
            ) : (
              <Link href={href} dir="auto" className="font-medium wrap-anywhere underline underline-offset-2">
                {title}
              </Link>
            )}
            {note && <span className="block text-xs text-muted">{note}</span>}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button
          label={common.andMore({ count: left })}
          variant="ghost"
          size="sm"
          className="-ms-2.5 self-start max-sm:h-10"
          onClick={() => setWhole(true)}
        />
      )}
    </>
  );
}
