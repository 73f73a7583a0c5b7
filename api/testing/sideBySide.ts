import PQueue from 'p-queue';

/**
 * For tests that mostly wait: answers how to register them, and runs so many of them at once before the first one is
 * told. `test.concurrent` cannot, since Jest refuses every `import()` from the moment one of them has ended, and the
 * embedded engine makes some. All of them may take `ms` together.
 */
export function sideBySide(atOnce: number, ms: number) {
  const tasks: (() => Promise<void>)[] = [];
  beforeAll(() => new PQueue({ concurrency: atOnce }).addAll(tasks), ms);
  return (name: string, task: () => Promise<void>) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    // It is for its own test to tell.
    promise.catch(() => {});
    tasks.push(() => task().then(resolve, reject));
    test(name, () => promise);
  };
}
