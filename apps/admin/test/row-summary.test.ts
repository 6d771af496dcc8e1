import type { FieldDocument } from '@stele/schema';
import { describe, expect, it } from 'vitest';
import { rowSummary } from '../src/values/row-summary.ts';

const field = (key: string, rest: object) =>
  ({ key, label: key, required: false, localized: true, ...rest }) as FieldDocument;

describe('the summary of a block', () => {
  const options = [{ value: 'info', label: 'Info' }];
  const callout = [field('tone', { type: 'select', options }), field('heading', { type: 'text' })];

  it('is its heading, and a choice only where nothing is written', () => {
    expect(rowSummary(callout, { _type: 'callout', tone: 'info', heading: 'Mind the weir' })).toBe('Mind the weir');
    expect(rowSummary(callout, { _type: 'callout', tone: 'info' })).toBe('Info');
  });
});
