import { expect, it } from 'vitest';
import { isOverdue, type ReviewedEntry, type Workflow } from '../src/entry/review.ts';
import { stageIn } from '../src/entry/stage.ts';

const workflow = {
  states: [
    { key: 'draft', label: 'Draft' },
    { key: 'approved', label: 'Approved' },
  ],
  publish_needs: 'approved',
  approval: 'anyone',
} as Workflow;

/** An entry whose languages are drafts, live, or live with newer values; its day is over. */
function entryOf(
  en: 'draft' | 'live' | 'edited',
  de: 'draft' | 'live' | 'edited' | 'none',
  status?: 'trashed',
): ReviewedEntry {
  const states = Object.entries({ en, de }).filter(([, state]) => state !== 'none');
  const isLive = states.some(([, state]) => state !== 'draft');
  return {
    status: status ?? (isLive ? 'published' : 'draft'),
    changed_locales: states.flatMap(([locale, state]) => (state === 'edited' ? [locale] : [])),
    locales_status: Object.fromEntries(
      states.map(([locale, state]) => [locale, state === 'draft' ? 'draft' : 'published']),
    ),
    review: { state: null, due_on: '2020-01-01' } as ReviewedEntry['review'],
  };
}

it.each([
  ['draft', 'none', 'draft'],
  ['draft', 'draft', 'draft'],
  ['live', 'none', 'live'],
  ['live', 'live', 'live'],
  ['edited', 'none', 'changed'],
  ['live', 'edited', 'changed'],
  ['live', 'draft', 'changed'],
  ['draft', 'live', 'changed'],
  ['edited', 'draft', 'changed'],
] as const)('an entry that is %s in one language and %s in another is shown as %s', (en, de, stage) => {
  expect(stageIn(entryOf(en, de), undefined)).toBe(stage);
  expect(stageIn(entryOf(en, de), workflow)).toBe(stage === 'draft' ? workflow.states[0] : stage);
  expect(stageIn(entryOf(en, de, 'trashed'), workflow)).toBe('trashed');
  // Live entries without changes are never overdue.
  expect(isOverdue(workflow, entryOf(en, de))).toBe(stage !== 'live');
});
