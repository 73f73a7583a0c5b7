/**
 * Installs what is missing or out of date, before anything else runs. It begins on whatever Node is on the PATH, on a
 * clone where nothing is installed yet, so it is CommonJS without a dependency. When nothing is to do it costs milliseconds.
 */
const { spawnSync } = require('node:child_process');
const { statSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..');
// npm writes it as the last thing of an install: an install that broke off has none.
const installed = modified('node_modules/.package-lock.json');

if (installed < modified('package-lock.json')) {
  console.log('Installing the dependencies (once, and after they change) …');
  // The npm that runs us, whatever its version.
  const npm = process.env.npm_execpath;
  // Exactly what the lock file says, as `npm ci`, which refuses where a registry lacks the optional packages of other
  // platforms (and so the lock file, too); `--no-save` leaves the lock file alone.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error('The dependencies could not be installed.');
    process.exit(status ?? 1);
  }
}

/** When the file was last changed, in milliseconds; 0 when it is not there. */
function modified(file) {
  return statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
