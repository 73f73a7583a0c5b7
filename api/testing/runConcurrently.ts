import PQueue from 'p-queue';

/**
 * Runs tests that mostly wait concurrently. `test.concurrent` cannot: Jest refuses every `import()` once one has ended,
 * and the embedded engine uses some. `ms` is for all together.
 */
export function runConcurrently(concurrency: number, ms: number) {
  const tasks: (() => Promise<void>)[] = [];
  beforeAll(() => new PQueue({ concurrency: concurrency }).addAll(tasks), ms);
  return (name: string, task: () => Promise<void>) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // Its own test reports it.
    promise.catch(() => {});
    tasks.push(() => task().then(resolve, reject));
    test(name, () => promise);
  };
}
