import { expect, it } from 'vitest';
import { OwnUndo } from '../src/editor/fields/own-undo.ts';

it('takes back what was typed, and leaves what others wrote into the same text meanwhile', () => {
  const undo = new OwnUndo('one two three four');
  undo.typed('one two three four f', 0);
  undo.typed('one two three four five', 100);
  undo.typed('one two MINE four five', 5_000);
  expect(undo.isNeeded).toBe(false);
  undo.replaced('THEIRS two MINE four five');
  expect(undo.isNeeded).toBe(true);
  expect(undo.undo()).toBe('THEIRS two three four five');
  expect(undo.undo()).toBe('THEIRS two three four');
  expect(undo.undo()).toBeNull();
  expect(undo.redo()).toBe('THEIRS two three four five');
  undo.replaced('THEIRS two three four five six');
  expect(undo.redo()).toBe('THEIRS two MINE four five six');
  expect(undo.redo()).toBeNull();
  undo.typed('THEIRS two MINE four five six seven', 9_000);
  expect(undo.undo()).toBe('THEIRS two MINE four five six');
});

it('leaves alone what others rewrote, and takes back what was typed before it', () => {
  const undo = new OwnUndo('one two three four five six seven');
  undo.typed('MINE two three four five six seven', 0);
  undo.typed('MINE two three four five six LAST', 5_000);
  undo.replaced('MINE two three four five six theirs');
  expect(undo.undo()).toBe('one two three four five six theirs');
  expect(undo.undo()).toBeNull();
});

it("isn't needed for a text that only others change, and follows the browser's own undo", () => {
  const read = new OwnUndo('one');
  read.replaced('two');
  expect([read.isNeeded, read.undo()]).toEqual([false, null]);
  const undo = new OwnUndo('one two three four');
  undo.typed('one two three four five', 0);
  undo.typed('one two three four five six', 5_000);
  undo.wentBack('one two three four five');
  undo.replaced('THEIRS two three four five');
  expect(undo.undo()).toBe('THEIRS two three four');
  expect(undo.redo()).toBe('THEIRS two three four five');
  expect(undo.redo()).toBe('THEIRS two three four five six');
});

it("follows the browser's own redo, in its order", () => {
  const undo = new OwnUndo('one two three four');
  undo.typed('one two three four five', 0);
  undo.typed('one two three four five six', 5_000);
  undo.wentBack('one two three four five');
  undo.wentBack('one two three four');
  undo.replaced('THEIRS two three four');
  expect(undo.redo()).toBe('THEIRS two three four five');
  expect(undo.redo()).toBe('THEIRS two three four five six');
  const again = new OwnUndo('one two three four');
  again.typed('one two three four five', 0);
  again.wentBack('one two three four');
  again.wentOn('one two three four five');
  again.replaced('THEIRS two three four five');
  expect(again.undo()).toBe('THEIRS two three four');
});

it('goes on from where the browser went within what was typed at once', () => {
  const undo = new OwnUndo('one two three four');
  undo.typed('one two three four five', 0);
  undo.typed('one two three four five six', 100);
  undo.wentBack('one two three four five');
  undo.replaced('THEIRS two three four five');
  expect([undo.isNeeded, undo.undo()]).toEqual([true, 'THEIRS two three four']);
});
