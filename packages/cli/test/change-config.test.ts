import { describe, expect, it } from 'vitest';
import { changeConfig } from '../src/init/sites/site-change.ts';

const PARTS = [
  { key: 'plugins', item: 'stele()', isList: true, mark: 'stele' },
  { key: 'image', item: 'service: pictures()', isList: false, mark: 'pictures' },
] as const;
const HEAD = "import { defineConfig } from 'tool';\n\n";
const change = (before: string, parts: readonly (typeof PARTS)[number][] = PARTS.slice(0, 1)) =>
  changeConfig(async () => before, { files: ['a.config.js'], tool: 'tool', from: 'the-loader', parts });
const added = async (source: string, parts?: readonly (typeof PARTS)[number][]) => {
  const proposed = await change(`${HEAD}${source}`, parts);
  return proposed && 'after' in proposed
    ? proposed.after.replace(/^import .* from 'the-loader';\n/, '').slice(HEAD.length)
    : null;
};

describe('a part is added', () => {
  it.each([
    ['export default { plugins: [] };', 'export default { plugins: [stele()] };'],
    ['export default defineConfig({ plugins: [a()] });', 'export default defineConfig({ plugins: [stele(), a()] });'],
    [
      'export default defineConfig({ css: { postcss: {} }, plugins: [a()] });',
      'export default defineConfig({ css: { postcss: {} }, plugins: [stele(), a()] });',
    ],
    [
      'export default defineConfig(({ mode }) => ({ base: mode, plugins: [a()] }));',
      'export default defineConfig(({ mode }) => ({ base: mode, plugins: [stele(), a()] }));',
    ],
    ['export default defineConfig({});', 'export default defineConfig({\n  plugins: [stele()],\n});'],
    [
      'export default defineConfig({ css: { postcss: { plugins: [] } } });',
      'export default defineConfig({ plugins: [stele()], css: { postcss: { plugins: [] } } });',
    ],
    [
      'export default defineConfig({\n\tcss: {},\n} satisfies Config);',
      'export default defineConfig({\n\tplugins: [stele()],\n\tcss: {},\n} satisfies Config);',
    ],
    [
      "export default defineConfig({ 'plugins': [a()] });",
      "export default defineConfig({ 'plugins': [stele(), a()] });",
    ],
    [
      'export default defineConfig(() => {\n  // A comment, with plugins: [].\n  return { plugins: [] };\n});',
      'export default defineConfig(() => {\n  // A comment, with plugins: [].\n  return { plugins: [stele()] };\n});',
    ],
  ])('to %s', async (source, after) => {
    expect(await added(source)).toBe(after);
  });

  it('together with others, and into an object that is there', async () => {
    expect(await added('export default defineConfig({});', PARTS)).toBe(
      'export default defineConfig({\n  plugins: [stele()],\n  image: { service: pictures() },\n});',
    );
    expect(await added("export default defineConfig({ image: { domains: ['a'] } });", PARTS)).toBe(
      "export default defineConfig({ plugins: [stele()], image: { service: pictures(), domains: ['a'] } });",
    );
  });
});

describe('a config is left alone', () => {
  it.each([
    'export default defineConfig({ css: { postcss: { plugins: [] } }, plugins });',
    'export default defineConfig({ plugins: all });',
    'export default defineConfig({ plugins: [] }, more);',
    'export default mergeConfig({ plugins: [] });',
    'export default base();',
    'export default defineConfig(({ mode }) => { if (mode) return { plugins: [] }; });',
    'export default defineConfig({',
  ])('with %s', async (source) => {
    expect(await change(`${HEAD}${source}`)).toEqual({
      file: 'a.config.js',
      add: expect.stringContaining('plugins: [stele()],'),
    });
  });

  it('that has another image service', async () => {
    const source = 'export default defineConfig({ image: { service: own() } });';
    expect(await added(source, PARTS)).toBeNull();
  });

  it('that has all parts', async () => {
    expect(await change('export default { plugins: [stele()] };')).toBeNull();
  });
});
