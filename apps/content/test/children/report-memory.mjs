// Loaded before the program: when it ends, writes the largest resident set that it ever had, in KiB, to descriptor 3.
import { readFileSync, writeSync } from 'node:fs';

/** On Linux, `maxRSS` is at least what the process had that started this one (getrusage keeps it over exec). */
function peak() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1];
}

process.on('exit', () => writeSync(3, String(peak())));
