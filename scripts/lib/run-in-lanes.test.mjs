import { expect, test } from 'vitest';
import { runInLanes } from './run-in-lanes.mjs';

/** Runs tasks that end on demand. @returns the tasks' names in the order of their start, and a function that ends one */
function follow(tasks, lanes) {
  const started = [];
  const ends = new Map();
  const done = runInLanes(tasks, lanes, (task) => {
    started.push(task.name);
    return new Promise((resolve) => {
      ends.set(task.name, () => resolve(task.name));
    });
  });
  return { started, done, end: (name) => ends.get(name)() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('as many tasks run at a time as there are lanes, in their order', async () => {
  const { started, done, end } = follow([{ name: 'a' }, { name: 'b' }, { name: 'c' }], 2);
  expect(started).toEqual(['a', 'b']);
  end('b');
  await settled();
  expect(started).toEqual(['a', 'b', 'c']);
  end('c');
  end('a');
  expect(await done).toEqual(['b', 'c', 'a']);
});

test('a task waits for those that it needs, while later ones run', async () => {
  const tasks = [{ name: 'build' }, { name: 'browser', after: ['build', 'elsewhere'] }, { name: 'core' }];
  const { started, done, end } = follow(tasks, 2);
  expect(started).toEqual(['build', 'core']);
  end('core');
  await settled();
  expect(started).toEqual(['build', 'core']);
  end('build');
  await settled();
  expect(started).toEqual(['build', 'core', 'browser']);
  end('browser');
  expect(await done).toEqual(['core', 'build', 'browser']);
});
