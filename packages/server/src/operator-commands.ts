import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { programOf } from './instance.ts';

/** The commands of the API's package, which this one holds as it's built. */
interface Commands {
  backUpCommand(options: object): Promise<void>;
  listCommand(options: object): Promise<void>;
  verifyBackupCommand(options: object): Promise<void>;
  restoreCommand(options: object): Promise<void>;
  verifyCommand(): Promise<void>;
  moveCommand(options: object): Promise<void>;
  makeOperatorCommand(options: object): Promise<void>;
}

const PLACE = 'a folder, or s3://BUCKET/PREFIX';
const IDENTITY = [
  '--identity <file>',
  'age identity that encrypts and opens the backups; or set STELE_BACKUP_PASSPHRASE',
] as const;

/**
 * Adds the commands that back instances up, restore, check and move them.
 *
 * @param prepare puts the settings of the command line into the environment
 */
export function addOperatorCommands(program: Command, prepare: () => { readonly dataDirectory: string }): void {
  const run = async (name: keyof Commands, options: object = {}): Promise<void> => {
    process.env.STELE_DATA_DIR = prepare().dataDirectory;
    const commands = (await import(pathToFileURL(programOf('commands')).href)) as Commands;
    await commands[name](options);
  };
  const backup = program
    .command('backup')
    .description('Back up the instance, running or not: what an earlier backup holds is not written again.')
    .option('--to <place>', `where backups are kept: ${PLACE}`)
    .option('--keep <count>', 'how many backups stay; older ones are removed')
    .option('--secrets <file>', 'also write the keys of the instance to a file, to be kept apart')
    .option(...IDENTITY)
    .action((options: { to?: string }) => {
      if (options.to === undefined) throw new Error(`Say with --to where to: ${PLACE}.`);
      return run('backUpCommand', options);
    });
  backup
    .command('list')
    .description('List the backups of a place.')
    .requiredOption('--from <place>', PLACE)
    .option(...IDENTITY)
    .action((options: object) => run('listCommand', options));
  backup
    .command('verify')
    .description('Read all files that a backup needs, and compare them with their digests.')
    .requiredOption('--from <place>', PLACE)
    .option('--backup <id>', 'which one; the newest by default')
    .option(...IDENTITY)
    .action((options: object) => run('verifyBackupCommand', options));
  program
    .command('restore')
    .description('Restore a backup into an empty place; or one project or entry of it.')
    .requiredOption('--from <place>', `where backups are kept: ${PLACE}`)
    .option('--backup <id>', 'which one; the newest by default')
    .option('--project <id>', 'only this project, into an instance that does not have it')
    .option('--entry <id>', 'only this entry, as a new draft; the API has to run')
    .option('--token <token>', 'admin token of the project of --entry (or STELE_TOKEN)', process.env.STELE_TOKEN)
    .option('--secrets <file>', 'the keys that were kept apart')
    .option(...IDENTITY)
    .action((options: object) => run('restoreCommand', options));
  program
    .command('verify')
    .description('Check that rows and files of the instance agree, and that every file matches its digest.')
    .action(() => run('verifyCommand'));
  program
    .command('make-operator <email>')
    .description(
      'Make someone with an account an operator, where all others have left. An embedded instance has to be stopped.',
    )
    .action((email: string) => run('makeOperatorCommand', { email }));
  program
    .command('move')
    .description('Move an instance that is stopped to another database and storage, such as PostgreSQL and S3.')
    .requiredOption('--to <file>', 'file with the settings of the new place: DATABASE_URL=…, S3_BUCKET=…')
    .action((options: object) => run('moveCommand', options));
}
