import { entries } from '#messages/entries';
import { review } from '#messages/review';
import type { Outputs } from '@/api/trpc.ts';
import { type moveKind, stateOf, type Workflow } from './review.ts';

type Entry = Pick<Outputs['entries']['list']['data'][number], 'status' | 'changed_locales' | 'review'>;
type State = Workflow['states'][number];

/** The states that most workflows have, by their keys. A team's own words for them stay. */
const KNOWN = { draft: 'draft', review: 'in_review', in_review: 'in_review', approved: 'approved' } as const;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[ _]/g, '');

/** The name of a state of a workflow: the same everywhere. */
export function stateWords({ key, label }: State): string {
  const known = KNOWN[key as keyof typeof KNOWN];
  return known && plain(label) === plain(key) ? entries.stage[known] : label;
}

/** The one status of an entry. A state of a workflow is shown only while there's something to review. */
export function stageOf(
  entry: Entry,
  workflow: Workflow | undefined,
): { readonly label: string; readonly tone: 'neutral' | 'info' | 'success' | 'warning' } {
  const t = entries.stage;
  if (entry.status === 'trashed') return { label: t.trashed, tone: 'neutral' };
  const state = workflow && stateOf(workflow, entry);
  if (state && state !== workflow.states[0]) {
    return { label: stateWords(state), tone: state.key === workflow.publish_needs ? 'success' : 'info' };
  }
  if (entry.status === 'draft') return { label: state ? stateWords(state) : t.draft, tone: 'neutral' };
  return entry.changed_locales.length > 0 ? { label: t.changed, tone: 'warning' } : { label: t.live, tone: 'success' };
}

/** The words of a button that moves an entry to a state. */
export function moveWords(kind: ReturnType<typeof moveKind>, state: State): string {
  return kind === 'move' ? review.moveTo({ state: stateWords(state) }) : review[kind];
}
