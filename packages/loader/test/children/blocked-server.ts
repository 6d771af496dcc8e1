// Listens, says where, and then does nothing any more: the kernel alone has to do with those who connect.
import { createServer } from 'node:net';

const server = createServer();
server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
  process.send?.(server.address(), () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});
