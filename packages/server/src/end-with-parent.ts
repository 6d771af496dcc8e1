// Imported by a program that is to end, as by SIGTERM, when the process that started it is gone, killed ones included.
const parent = process.ppid;

const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500).unref();
