/**
 * Puts the pre-commit hook (lefthook.yml) in place; `npm install` runs it last. Where there is no repository (an unpacked
 * archive), git is missing or the repository is somebody else's, there is nobody who commits: then it does nothing.
 */
const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '..');

if (existsSync(path.join(root, '.git')) && !process.env.CI) {
  spawnSync(process.execPath, [require.resolve('lefthook/bin/index.js'), 'install'], { cwd: root, stdio: 'ignore' });
}
