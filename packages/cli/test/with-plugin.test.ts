import { describe, expect, it } from 'vitest';
import { withPlugin } from '../src/init/sites/site-change.ts';

const add = (source: string) => withPlugin(source, 'plugins', 'stele()');

describe('a plugin is added', () => {
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
      'export default defineConfig({ css: { postcss: {} } });',
      'export default defineConfig({\n  plugins: [stele()], css: { postcss: {} } });',
    ],
  ])('to %s', (source, after) => {
    expect(add(source)).toBe(after);
  });
});

describe('a config is left alone', () => {
  it.each([
    'export default defineConfig({ css: { postcss: { plugins: [] } }, plugins });',
    'export default defineConfig({ css: { postcss: { plugins: [] } } });',
    'export default defineConfig({ css: { postcss: { plugins: [] } }, plugins: [a()] });',
    'export default defineConfig({ plugins: [a()], worker: { plugins: () => [] } });',
    'export default defineConfig({ plugins });',
    'export default defineConfig({ plugins: all });',
    "export default defineConfig({ 'plugins': [a()] });",
    'const postcss = { plugins: [] };\nexport default defineConfig({ css: { postcss } });',
    'export default base();',
  ])('with %s', (source) => {
    expect(add(source)).toBeNull();
  });
});
