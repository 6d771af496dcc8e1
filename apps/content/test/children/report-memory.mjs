// Loaded before the program: when it ends, writes the largest resident set that it ever had, in KiB, to descriptor 3.
import { writeSync } from 'node:fs';

process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)));
