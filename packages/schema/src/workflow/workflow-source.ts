import type { Json, WorkflowDocument } from '../document.ts';
import { labelOf } from '../labels.ts';

/** A workflow as it's written in a config: without what is the default. */
export function shortWorkflow({ states, publish_needs, approval }: WorkflowDocument): Json {
  const short = states.map(({ key, label, ...rest }) => {
    const said = { key, ...(label !== labelOf(key) && { label }), ...rest };
    return Object.keys(said).length === 1 ? key : said;
  }) as readonly Json[];
  const options = {
    ...(publish_needs !== states.at(-1)?.key && { publish_needs }),
    ...(approval !== 'anyone' && { approval }),
  };
  return Object.keys(options).length === 0 ? short : { states: short, ...options };
}
