// Shows the site while you work on it: each reload has what is published.
import { readPages } from './pages.js';
import { serve } from './server.js';

serve(async (path) => (await readPages()).get(path));
