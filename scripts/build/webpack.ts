import { spawn } from 'node:child_process';
import path from 'node:path';
import { root, type App } from './apps.ts';

/** Builds one app in its own process. Returns the output, which is shown only if the build fails. */
export function webpack(app: App, version: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const cli = path.join(root, 'node_modules/webpack-cli/bin/cli.js');
    const args = [cli, '--mode', 'production', '--env', `version=${version}`];
    const child = spawn(process.execPath, args, { cwd: path.join(root, app.name) });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (code) => resolve({ code, output }));
  });
}
