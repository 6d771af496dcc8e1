import { cn } from '@/ui/cn.ts';
import { colourOf, initialsOf } from './person-colour.ts';

interface AvatarProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly className?: string;
}

/** A person's initials on their colour; the name is said beside it. */
export function Avatar({ person, className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cn(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-[0.625rem] font-semibold text-white',
        className,
      )}
      style={{ backgroundColor: colourOf(person.id) }}
    >
      {initialsOf(person.name)}
    </span>
  );
}
