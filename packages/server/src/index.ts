export { type RunningInstance, startInstance } from './instance.ts';
export { PortError, type PortProblem } from './ports.ts';
export { runUntilStopped } from './run.ts';
export { type InstanceSettings, type Part, readInstanceSettings } from './settings.ts';
export type { SeededInstance } from './welcome.ts';
