const { TestEnvironment } = require('jest-environment-jsdom');

// What every browser has and jsdom lacks, or has in a version of its own that Node's fetch refuses (AbortSignal).
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

/** jsdom with Node's own fetch and its relatives. */
class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of fromNode) this.global[name] = globalThis[name];
  }
}

module.exports = BrowserEnvironment;
