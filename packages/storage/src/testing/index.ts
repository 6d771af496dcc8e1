export { type FaultHook, type FaultPoint, FaultyStorage } from './faulty-storage.ts';
