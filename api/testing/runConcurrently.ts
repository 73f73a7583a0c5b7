import PQueue from 'p-queue';

/**
 * Runs tests concurrently, for tests that mostly wait. With `test.concurrent`, Jest would refuse every `import()` once
 * one test has ended, but the embedded engine uses `import()`. `ms` limits all tests together.
 */
export function runConcurrently(concurrency: number, ms: number) {
  const tasks: (() => Promise<void>)[] = [];
  beforeAll(() => new PQueue({ concurrency: concurrency }).addAll(tasks), ms);
  return (name: string, task: () => Promise<void>) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // The task's own test reports a rejection.
    promise.catch(() => {});
    tasks.push(() => task().then(resolve, reject));
    test(name, () => promise);
  };
}
