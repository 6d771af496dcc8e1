import { SINGLE_SIGN_ON_SETTINGS } from '@stele/core';
import { STORAGE_SETTINGS } from '@stele/storage';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { settings } from './env.ts';

const { properties = {} } = z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' });

function defaultOf(property: z.core.JSONSchema._JSONSchema | undefined): string {
  if (typeof property !== 'object' || property.default === undefined) return '';
  return `\`${property.default}\``;
}

function descriptionOf(property: z.core.JSONSchema._JSONSchema | undefined): string {
  return (typeof property === 'object' && property.description) || '';
}

it('the reference lists every setting with its default and what it is for', async () => {
  const rows = [
    ...Object.entries(properties).map(([name, property]) => [name, defaultOf(property), descriptionOf(property)]),
    ...Object.entries(SINGLE_SIGN_ON_SETTINGS).map(([name, text]) => [name, '', text]),
    ...Object.entries(STORAGE_SETTINGS).map(([name, text]) => [name, '', text]),
  ];
  const page = [
    '# Settings',
    '',
    'Environment variables of API, admin and content host, read once at start. An empty one counts as not given. If one is wrong, the process does not start, and',
    'names it. What a website takes is in [the loader](../loader.md#options).',
    '',
    'Generated from the source.',
    '',
    '| setting | default | |',
    '| --- | --- | --- |',
    ...rows.map(([name, value, text]) => `| \`${name}\` | ${value} | ${text} |`),
    '',
  ];
  for (const [name, , text] of rows) expect(text, name).not.toBe('');
  await expect(page.join('\n')).toMatchFileSnapshot('../../../docs/reference/settings.md');
});
