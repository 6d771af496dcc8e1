let taken = process.cpuUsage();

/** Processor time that this process used since the last call, in milliseconds, system time included. */
export function takeCpuMs(): number {
  const { user, system } = process.cpuUsage(taken);
  taken = process.cpuUsage();
  return (user + system) / 1000;
}
