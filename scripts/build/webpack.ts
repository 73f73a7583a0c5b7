import { spawn } from 'node:child_process';
import path from 'node:path';
import { root, type App } from './apps.ts';
import { inputsOf } from './stamps.ts';

/** Builds one app in a process of its own, as `npm run build -w NAME` does; its words are shown only when it fails. */
export function webpack(app: App): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const cli = path.join(root, 'node_modules/webpack-cli/bin/cli.js');
    // Not the published version: that is a hash of the output, in which this stands.
    const args = [cli, '--mode', 'production', '--env', `version=${inputsOf(app).slice(0, 8)}`];
    const child = spawn(process.execPath, args, { cwd: path.join(root, app.name) });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (code) => resolve({ code, output }));
  });
}
