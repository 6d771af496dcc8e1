// The program of the caretaker (caretaker.mjs): hears what it is entrusted with, and cleans up when the process that started
// it is gone, which it sees by the end of its input.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endServer } from './end-server.mjs';
import { killTree } from './kill-tree.mjs';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

const entrusted = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const { id, things } = JSON.parse(line);
  if (things) entrusted.set(id, things);
  else entrusted.delete(id);
}

/** Does the same to all of a kind, whether or not it succeeds. */
function each(kind, work) {
  for (const things of entrusted.values()) {
    try {
      if (things[kind] !== undefined) work(things[kind]);
    } catch {
      // The others go all the same, and no one reads an error.
    }
  }
}

// A killed process no longer starts a server, or writes into a folder.
each('pid', (pid) => killTree(pid, 'SIGKILL'));
each('server', endServer);
each('folder', (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
