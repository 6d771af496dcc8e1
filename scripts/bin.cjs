#!/usr/bin/env node
// The beginning of the packages' commands, in syntax that old versions of Node read: it says which version is needed before it
// loads the program, which they can't read.
'use strict';

const needed = require('../package.json').engines.node.replace(/[^0-9.]/g, '');
const own = process.versions.node;
const [wantedParts, ownParts] = [needed.split('.').map(Number), own.split('.').map(Number)];

if ((ownParts[0] - wantedParts[0] || ownParts[1] - wantedParts[1]) < 0) {
  console.error(`Stele needs Node ${needed} or newer, and this is Node ${own}. Newer ones: https://nodejs.org`);
  process.exitCode = 2;
} else {
  import('./main.js');
}
