import type { PersonHere } from '@/api/people-here.ts';
import { cn } from '@/ui/cn.ts';
import { Avatar } from './avatar.tsx';

/** More are counted. */
const SHOWN = 3;

interface AvatarsProps {
  /** The people's tabs; each person is shown once. */
  readonly people: readonly PersonHere[];
  /** Of each avatar. */
  readonly className: string;
}

/** The avatars of people, one over the other; who they are is said beside them. */
export function Avatars({ people, className }: AvatarsProps) {
  const persons = [...new Map(people.map(({ person }) => [person.id, person])).values()];
  return (
    <>
      {persons.slice(0, SHOWN).map((person) => (
        <Avatar key={person.id} person={person} className={cn('ring-2', className)} />
      ))}
      {persons.length > SHOWN && (
        <span aria-hidden className="ms-1 text-xs text-muted">
          +{persons.length - SHOWN}
        </span>
      )}
    </>
  );
}
