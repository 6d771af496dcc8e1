import { entries } from '#messages/entries';
import { review } from '#messages/review';
import { isAllLive } from './locale-state.ts';
import { type moveKind, type ReviewedEntry, stateOf, type Workflow } from './review.ts';

type State = Workflow['states'][number];

/** The states that most workflows have, by their keys. A team's own words for them stay. */
const KNOWN = { draft: 'draft', review: 'in_review', in_review: 'in_review', approved: 'approved' } as const;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[ _]/g, '');

/** The name of a state of a workflow: the same everywhere. */
export function stateWords({ key, label }: State): string {
  const known = KNOWN[key as keyof typeof KNOWN];
  return known && plain(label) === plain(key) ? entries.stage[known] : label;
}

/** The one status of an entry: a state of a workflow only while there's something to review, and not the first one if it's live. */
export function stageIn(
  entry: ReviewedEntry,
  workflow: Workflow | undefined,
): State | 'draft' | 'live' | 'changed' | 'trashed' {
  if (entry.status === 'trashed') return 'trashed';
  const state = workflow && stateOf(workflow, entry);
  if (state && (state !== workflow.states[0] || entry.status === 'draft')) return state;
  if (entry.status === 'draft') return 'draft';
  return isAllLive(entry) ? 'live' : 'changed';
}

/** The words for the status of an entry, and how they look. */
export function stageOf(
  entry: ReviewedEntry,
  workflow: Workflow | undefined,
): { readonly label: string; readonly tone: 'neutral' | 'info' | 'success' | 'warning' } {
  const stage = stageIn(entry, workflow);
  if (typeof stage === 'string') return { label: entries.stage[stage], tone: TONES[stage] };
  const tone = stage === workflow?.states[0] ? 'neutral' : stage.key === workflow?.publish_needs ? 'success' : 'info';
  return { label: stateWords(stage), tone };
}

const TONES = { draft: 'neutral', live: 'success', changed: 'warning', trashed: 'neutral' } as const;

/** The words of a button that moves an entry to a state. */
export function moveWords(kind: ReturnType<typeof moveKind>, state: State): string {
  return kind === 'move' ? review.moveTo({ state: stateWords(state) }) : review[kind];
}
