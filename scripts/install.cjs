/**
 * Installs what is missing or outdated, before `npm start`, `npm test` and other npm scripts. CommonJS without
 * dependencies, because it runs on any Node in a fresh clone. `--dev` also installs the devDependencies. `--finished`,
 * for npm's `prepare`, records a complete install.
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..');
/** `{ lock, dev }` of the last complete install: the lock file's hash, and whether devDependencies were installed. */
const stampFile = path.join(root, 'node_modules/.installed.json');
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;
const lock = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex');

if (process.argv.includes('--finished')) finish();
else installWhatIsMissing(process.argv.includes('--dev'));

function finish() {
  const lefthook = findLefthook();
  if (lefthook && existsSync(path.join(root, '.git')) && !process.env.CI) {
    spawnSync(process.execPath, [lefthook, 'install'], { cwd: root, stdio: 'ignore' });
  }
  writeFileSync(stampFile, JSON.stringify({ lock, dev: lefthook !== null }));
}

/** The tool that installs the pre-commit hook, or null without devDependencies. */
function findLefthook() {
  try {
    return require.resolve('lefthook/bin/index.js');
  } catch {
    return null;
  }
}

function installWhatIsMissing(dev) {
  const stamp = readStamp();
  if (stamp?.lock === lock && (stamp.dev || !dev)) return;
  const withDev = dev || Boolean(stamp?.dev);
  console.log(`Installing packages${withDev ? ', including those for tests' : ''} …`);
  // Check network and disk first, because npm gives up only after minutes and does not report a full disk.
  const { stderr } = npm('ping', '--fetch-retries=0', '--fetch-timeout=10000');
  if (unreachable.test(stderr))
    fail('the npm registry cannot be reached. Check the network and run the command again.');
  // Remove the remains of an interrupted install, because npm would treat half-unpacked packages as complete.
  if (!stamp) for (const folder of installedFolders()) rmSync(folder, { recursive: true, force: true });
  const { bavail, bsize } = statfsSync(root);
  const neededGb = withDev ? 1.3 : 0.9;
  if (!stamp && bavail * bsize < neededGb * 1e9)
    fail(`the disk is too full. Free ${neededGb} GB and run the command again.`);
  rmSync(stampFile, { force: true });
  // Not `npm ci`, which fails on a registry without the optional packages of other platforms.
  const install = npm('install', '--no-save', '--no-audit', '--no-fund', withDev ? '--include=dev' : '--omit=dev');
  if (install.status !== 0) fail(`npm failed:\n${install.stderr}`);
}

function fail(why) {
  console.error(`The packages could not be installed because ${why}`);
  process.exit(1);
}

/** Runs the npm that runs this script, or else the one on the PATH. */
function npm(...args) {
  const cli = process.env.npm_execpath;
  const [program, ...first] = cli ? [process.execPath, cli] : ['npm'];
  return spawnSync(program, [...first, ...args, '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: !cli && process.platform === 'win32',
  });
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return null;
  }
}

/** The node_modules folders of the root and of the workspaces. */
function installedFolders() {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ['node_modules', ...folders.map(({ name }) => `${name}/node_modules`)]
    .filter((folder) => folder !== 'node_modules/node_modules')
    .map((folder) => path.join(root, folder));
}
