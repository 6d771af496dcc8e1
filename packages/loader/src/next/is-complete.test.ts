import { expect, it, vi } from 'vitest';
import { isComplete } from './is-complete.ts';

it('leaves out drafts that lack what is required, and names each once', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const entries = [
    { id: 'ent_a', collection: 'posts' },
    { id: 'ent_b', collection: 'posts', invalid: true as const },
  ];
  expect([entries.filter(isComplete), entries.filter(isComplete)]).toEqual([[entries[0]], [entries[0]]]);
  expect(warn.mock.calls).toEqual([
    [
      "[stele] The draft ent_b of posts isn't shown yet: it couldn't be published as it is. The editor says what it lacks.",
    ],
  ]);
  warn.mockRestore();
});
