import { execFileSync } from 'node:child_process';

/**
 * The files of the work tree that differ from a commit, new ones among them.
 *
 * @param {string} root
 * @param {string} [commit]
 * @returns {string[]} relative to the root
 * @throws when git doesn't know the commit
 */
export function listChangedFiles(root, commit = 'HEAD') {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter((file) => file !== '');
  const changed = git('diff', '--name-only', '--diff-filter=d', '-z', '--end-of-options', commit);
  return [...changed, ...git('ls-files', '--others', '--exclude-standard', '-z')];
}
