import { expect, it } from 'vitest';
import { audit as de } from '#messages/de/audit';
import { audit as en } from '#messages/en/audit';
import { eventText, factsOfEvent, sentenceParts } from '@/audit/event-text.ts';
import { formatsOf } from '@/i18n/formats.ts';

const say = (language: 'en' | 'de', action: string, data: Record<string, unknown>, title?: string): string => {
  const audit = language === 'en' ? en : de;
  return sentenceParts(eventText(audit, action, factsOfEvent(data, formatsOf(language))))
    .map((part) => (part === 'who' ? 'Ada' : part === 'title' ? (title ?? audit.quote({ title: 'Hello' })) : part.text))
    .join('');
};

it('says in both languages what was done, to what, and in which languages', () => {
  expect(say('en', 'entry.publish', { locales: ['en', 'de'] })).toBe('Ada published “Hello” in English and German');
  expect(say('de', 'entry.publish', { locales: ['en'] })).toBe('Ada hat „Hello“ veröffentlicht (Englisch)');
  expect(say('en', 'entry.save', { locales: ['de'], machine_fields: ['title'] })).toBe(
    'Ada had a machine translate “Hello” in German',
  );
  expect(say('en', 'member.update', { name: 'Grace', from: 'viewer', to: 'editor' })).toBe(
    'Ada changed the role of Grace from viewer to editor',
  );
  expect(say('en', 'project.update', { name: 'New', from: { name: 'Old' } })).toBe(
    'Ada changed the project “New”, called “Old” before',
  );
});

it('fits an entry without a title into the German sentence', () => {
  expect(say('de', 'entry.purge', {}, de.noTitle)).toBe('Stele hat einen Eintrag endgültig gelöscht');
  expect(say('de', 'entry.restore_version', {}, de.noTitle)).toBe(
    'Ada hat einen Eintrag auf eine frühere Version zurückgesetzt',
  );
});

it('falls back to the action where there are no words for it', () => {
  expect(say('en', 'future.new_thing', {})).toBe('Ada: future new thing');
  expect(say('de', 'future.new_thing', {})).toBe('Ada: future new thing');
});

it('has the same actions in all languages', () => {
  expect(Object.keys(de.actions).sort()).toEqual(Object.keys(en.actions).sort());
});
