import { describe, expect, it } from 'vitest';
import { externalIds } from '../src/export/external-ids.ts';

describe('external ids', () => {
  it('are given in the order of ids within a collection, passing over those that are taken', () => {
    const entry = (id: string, collection_key: string, external_id: string | null = null) => ({
      id,
      collection_key,
      external_id,
    });
    const ids = externalIds([
      entry('ent_3', 'a'),
      entry('ent_1', 'a'),
      entry('ent_2', 'b'),
      entry('ent_4', 'a', 'entry-000001'),
      entry('ent_5', 'a', 'own'),
    ]);
    expect(Object.fromEntries(ids)).toEqual({
      ent_1: 'entry-000002',
      ent_2: 'entry-000001',
      ent_3: 'entry-000003',
      ent_4: 'entry-000001',
      ent_5: 'own',
    });
  });
});
