import { expect, it } from 'vitest';
import { publicSite } from '@/entry/page/use-public-site.ts';

const here = { name: 'Here', url: 'http://localhost:4321/' };
const drafts = { name: 'Drafts', url: 'https://drafts.example.org' };
const below = { name: 'Live', url: 'https://www.example.org/journal/' };
const target = (site_url: string | null, environment: 'production' | 'preview' = 'production') => ({
  site_url,
  environment,
});

it.each([
  [[], [], null],
  [[], [here], 'http://localhost:4321'],
  [[], [here, drafts, below], 'https://drafts.example.org'],
  [[target('https://www.example.org/version.txt')], [here, drafts], 'https://www.example.org'],
  [[target('https://www.example.org/version.txt')], [drafts, below], 'https://www.example.org/journal'],
  [[target(null), target('https://staging.example.org/', 'preview')], [here, drafts], 'https://drafts.example.org'],
])('the website that visitors see, with targets %j and websites %j, is %s', (targets, sites, url) => {
  expect(publicSite(targets, sites)).toBe(url);
});
