// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { selectedIn } from '../src/editor/comments/text-anchor.ts';

describe('words that are selected in a field', () => {
  it('are those in its own control, not in that of a field within', () => {
    document.body.innerHTML = `
      <div data-field-path="card">
        <div data-field-path="card.text"><textarea>One two</textarea></div>
        <input type="text" value="Of the card">
      </div>
      <div data-field-path="group"><div data-field-path="group.text"><textarea>Three</textarea></div></div>`;
    for (const box of document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('textarea, input')) {
      box.setSelectionRange(0, 3);
    }
    const selected = (path: string) => {
      const field = document.querySelector(`[data-field-path="${path}"]`);
      return field && selectedIn(field)?.exact;
    };
    expect(selected('card.text')).toBe('One');
    expect(selected('card')).toBe('Of ');
    expect(selected('group.text')).toBe('Thr');
    expect(selected('group')).toBeUndefined();
  });
});
