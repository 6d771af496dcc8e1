import path from 'node:path';
import { readLayeredSources } from '@stele/testing/layers';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..', 'src');
/** Controls that each browser draws in its own way, and in the system's language. */
const NATIVE = /<select\b|\btype=(?:["']|\{["'])(?:date|datetime-local|time|month|week|color)["']/;

describe('the controls of the admin', () => {
  it('are its own for choices, days, times and colours', () => {
    const native = readLayeredSources(root).filter(({ text }) => NATIVE.test(text));
    expect(native.map(({ file }) => file)).toEqual([]);
  });
});
