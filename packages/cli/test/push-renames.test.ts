import { describe, expect, it } from 'vitest';
import { eachConnected } from './support/connected.ts';

const at = eachConnected({ locales: ['en'] });

const config = (posts: string): Promise<string> => at.config({ posts });

describe('stele push --rename', () => {
  it('names a rename that fits nothing, and what was likely meant', async () => {
    await config('summary: s.text(), seo: s.object({ word: s.text() })');
    await at.stele('push', '--yes');
    const values = { en: { summary: 'One' } };
    await at.project.api.post(`/projects/${at.project.id}/entries`, { collection_key: 'posts', values });
    const refusals = async (...renames: string[]) => {
      const run = await at.stele('push', '--yes', ...renames.flatMap((rename) => ['--rename', rename]));
      return [run.code, run.stderr];
    };
    await config('teaser: s.text(), seo: s.object({ term: s.text() })');
    expect(await refusals('posts.sumary:teaser', 'posts.seo.word:term')).toEqual([
      2,
      '--rename posts.sumary:teaser fits nothing: the project has no posts.sumary. Write: --rename posts.summary:teaser\n',
    ]);
    expect(await refusals('posts.summary:teasr', 'posts.seo.wort:term')).toEqual([
      2,
      '--rename posts.summary:teasr fits nothing: the config has no posts.teasr. Write: --rename posts.summary:teaser\n' +
        '--rename posts.seo.wort:term fits nothing: the project has no posts.seo.wort. Write: --rename posts.seo.word:term\n',
    ]);
    expect(await refusals('post.summary:teaser')).toEqual([
      2,
      expect.stringContaining('fits nothing: the config has no post.teaser.'),
    ]);
    const diff = await at.stele('diff', '--rename', 'articles:posts');
    expect([diff.code, diff.stderr]).toEqual([
      2,
      '--rename articles:posts fits nothing: the project has posts already, and no articles. Leave it out.\n',
    ]);
    const both = ['posts.summary:teaser', 'posts.seo.word:term'];
    expect(await refusals(...both)).toEqual([0, '']);
    expect(await refusals(...both)).toEqual([0, '']);
    expect(await refusals('posts.sumary:teasr')).toEqual([
      2,
      expect.stringContaining('the config has no posts.teasr.'),
    ]);
    await config('teaser: s.text(), seo: s.object({ term: s.text() }), rank: s.integer()');
    expect(await refusals('posts.summary:teaser')).toEqual([
      2,
      expect.stringContaining('the project has posts.teaser already, and no posts.summary.'),
    ]);
  });
});
