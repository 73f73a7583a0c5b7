/**
 * `npm run dev -w NAME` runs shell and one remote from source next to a running desk; `npm run dev` runs all remotes.
 * Requests for the API, files and other remotes go to DESK_URL, which .env may set (default: http://localhost:PORT).
 */
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer, { type Configuration as ServerConfiguration } from 'webpack-dev-server';
import { remotes, root } from './build/apps.ts';
import { devRegistry } from './devRegistry.ts';

type Build = (environment: object, options: { mode: string }) => Configuration & { devServer: ServerConfiguration };

const envFile = path.join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
const deskUrl = process.env.DESK_URL || `http://localhost:${process.env.PORT || 4000}`;
const require = createRequire(import.meta.url);
const own = remotes.filter((name) => name === path.basename(process.cwd()));
const served = own.length ? own : remotes;
const builds = ['shell', ...served].map(buildOf);
const { port } = (own.length ? builds.at(-1)! : builds[0]!).devServer;

const isLocal = (pathname: string) => served.some((name) => pathname.startsWith(`/remotes/${name}/dev/`));

/** Omits a remote's second build, which is for the public site. */
function buildOf(name: string) {
  const [build] = [require(path.join(root, name, 'webpack.config.js'))].flat() as Build[];
  return build!({}, { mode: 'development' });
}

const server = new WebpackDevServer(
  {
    port,
    static: false,
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    historyApiFallback: true,
    setupMiddlewares: (middlewares) => [
      { name: 'registry', path: '/remotes.json', middleware: registry },
      ...middlewares,
    ],
    proxy: [
      {
        context: (pathname) => /^\/(api|uploads|remotes|reference)\//.test(pathname) && !isLocal(pathname),
        target: deskUrl,
        changeOrigin: true,
        cookieDomainRewrite: '',
        // Browsers drop a Secure cookie that comes over plain http.
        onProxyRes: ({ headers }) => {
          headers['set-cookie'] = headers['set-cookie']?.map((cookie) => cookie.replace(/;\s*secure/i, ''));
        },
      },
    ],
  },
  webpack(builds),
);

async function registry({ headers }: IncomingMessage, response: ServerResponse) {
  try {
    const text = JSON.stringify(await devRegistry(deskUrl, headers, served));
    response.setHeader('Content-Type', 'application/json').end(text);
  } catch (error) {
    response.statusCode = 502;
    response.end(`Arrival Desk is not responding at ${deskUrl}. Start it (npm start) or set DESK_URL. ${error}`);
  }
}

await server.start();
console.log(`${served.join(', ')} and the shell at http://localhost:${port}, on ${deskUrl}`);
