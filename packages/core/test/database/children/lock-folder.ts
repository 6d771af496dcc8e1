// Tries to lock the folder it's told to at every "lock", says whether it got it, and keeps what it got.
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
