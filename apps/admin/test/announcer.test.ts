import { beforeEach, expect, it } from 'vitest';
import type { FieldPosition } from '../src/api/people-here.ts';
import { type Announcement, Announcer } from '../src/editor/presence/announcer.ts';
import { colourOf, initialsOf, PERSON_COLOURS } from '../src/editor/presence/person-colour.ts';

let now = 0;
let timers: { at: number; run: () => void }[] = [];
let place: FieldPosition | null = null;
let sent: (Announcement & { readonly at: number })[] = [];

const open = (): Announcer =>
  new Announcer({
    send: (said) => sent.push({ ...said, at: now }),
    place: () => place,
    now: () => now,
    later: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });

/** Lets time pass, and what is due in it happen in order. */
function pass(ms: number): void {
  const until = now + ms;
  for (;;) {
    const next = timers.sort((one, other) => one.at - other.at)[0];
    if (!next || next.at > until) break;
    timers = timers.slice(1);
    now = next.at;
    next.run();
  }
  now = until;
}

beforeEach(() => {
  now = 0;
  timers = [];
  place = null;
  sent = [];
});

it('tells that an entry is open, says it again before it is forgotten, and tells that it is left', () => {
  const announcer = open();
  announcer.enter();
  announcer.enter();
  pass(120_000);
  expect(sent.every((one) => one.is_here && one.path === null)).toBe(true);
  const gaps = sent.slice(1).map((one, n) => one.at - (sent[n]?.at ?? 0));
  expect(Math.max(...gaps)).toBeLessThan(30_000);
  expect(sent.length).toBeLessThan(10);
  sent = [];
  announcer.leave();
  announcer.leave();
  pass(120_000);
  expect(sent).toMatchObject([{ is_here: false }]);
  announcer.enter();
  expect(sent).toHaveLength(2);
});

it('tells the field that the focus is in once it rests there, and fields that are passed quickly as one', () => {
  const announcer = open();
  announcer.enter();
  pass(10_000);
  sent = [];
  for (const path of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
    place = { locale: 'en', path };
    announcer.moved();
    pass(200);
  }
  pass(1_000);
  expect(sent.at(-1)).toMatchObject({ locale: 'en', path: 'eight' });
  expect(sent.length).toBeLessThanOrEqual(3);
  const told = sent.length;
  // Typing moves no focus.
  for (let key = 0; key < 50; key++) {
    announcer.moved();
    pass(100);
  }
  expect(sent).toHaveLength(told);
  // A row of the field was moved by someone else.
  place = { locale: 'en', path: 'nine' };
  pass(2_500);
  expect(sent.at(-1)).toMatchObject({ path: 'nine' });
});

it('gives each person a colour that can be read on and seen in light and dark, and initials', () => {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: string, other: string): number => {
    const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };
  for (const colour of PERSON_COLOURS) {
    expect(contrast(colour, '#ffffff'), `text on ${colour}`).toBeGreaterThanOrEqual(4.5);
    for (const background of ['#fafaf9', '#ffffff', '#151312', '#1d1a19'])
      expect(contrast(colour, background), `${colour} on ${background}`).toBeGreaterThanOrEqual(3);
  }
  const people = Array.from({ length: 200 }, (_, n) => colourOf(`usr_01kah50jd1w3p6m4r8t2q9v${n}`));
  expect(new Set(people).size).toBe(PERSON_COLOURS.length);
  expect(['Ada', 'Ada Byron Lovelace', ' 李 小龙 ', ''].map(initialsOf)).toEqual(['A', 'AL', '李小', '']);
});
