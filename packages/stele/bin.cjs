#!/usr/bin/env node
'use strict';

console.error(`This folder has no Stele: the command is part of a site's packages.

  A new site: npm create stele@latest

  In a site that you have:
  npm install --save-dev @stele/cli @stele/schema @stele/server
  npx stele init`);
process.exitCode = 2;
