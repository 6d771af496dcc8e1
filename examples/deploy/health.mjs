// Whether the parts of Stele that run in this container answer. Exits with 1 when one doesn't, or when there is none.
const ports = [process.env.API_PORT ?? 3000, process.env.ADMIN_PORT ?? 3001, process.env.CONTENT_PORT ?? 3002];
const statuses = await Promise.all(
  ports.map((port) =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).then(
      ({ status }) => status,
      (error) => (error.cause?.code === 'ECONNREFUSED' ? null : 0),
    ),
  ),
);
const running = statuses.filter((status) => status !== null);
process.exitCode = running.length > 0 && running.every((status) => status === 200) ? 0 : 1;
