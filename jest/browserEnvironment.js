const { TestEnvironment } = require('jest-environment-jsdom');

// APIs that jsdom lacks, or implements in a way that Node's fetch rejects (AbortSignal).
const fromNode = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'Blob',
  'File',
  'AbortController',
  'AbortSignal',
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'structuredClone',
  'BroadcastChannel',
  'CompressionStream',
  'DecompressionStream',
];

/** jsdom with Node's own versions of the APIs in `fromNode`. */
class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
  }
}

module.exports = BrowserEnvironment;
