// Tries to lock the named folder at each message "lock", reports whether it got the lock, and keeps it.
import { lockDataFolder } from '../../../src/platform/database/lock-data-folder.ts';

const [folder = ''] = process.argv.slice(2);
process.on('message', () => {
  lockDataFolder(folder).then(
    () => process.send?.('locked'),
    (error: Error) => process.send?.(error.message),
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
