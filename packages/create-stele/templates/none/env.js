// Puts the variables of .env.local and .env into the environment. Variables that are there already stay.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

for (const file of ['.env.local', '.env']) if (existsSync(file)) loadEnvFile(file);
