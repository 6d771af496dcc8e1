/** On globalThis, since a bundler may load this module twice in one build. */
const KEY = Symbol.for('stele.projects');
const global = globalThis as { [KEY]?: Set<string> };
global[KEY] ??= new Set();

/** Projects whose content this process has handed over: the addresses of their folders on content hosts. */
export const notedProjects = global[KEY];
