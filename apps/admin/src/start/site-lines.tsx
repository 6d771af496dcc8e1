import { ChevronRight } from 'lucide-react';
import { Link } from '@/ui/link.tsx';

/** A fact about the site, and the place where it's dealt with. */
export interface SiteLine {
  readonly href: string;
  readonly text: string;
  /** Further words, such as what is wrong. */
  readonly help?: string;
}

/** A list of links about the site, such as to its problems. */
export function SiteLines({ lines }: { readonly lines: readonly SiteLine[] }) {
  return lines.map(({ href, text, help }) => (
    <li key={href}>
      <Link href={href} className="flex min-h-11 items-center gap-3 px-4 py-2 text-sm -outline-offset-2 hover:bg-hover">
        <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
          <span dir="auto" className="min-w-0 truncate font-medium">
            {text}
          </span>
          {help && <span className="text-muted">{help}</span>}
        </span>
        <ChevronRight className="size-4 shrink-0 text-muted rtl:-scale-x-100" aria-hidden />
      </Link>
    </li>
  ));
}
