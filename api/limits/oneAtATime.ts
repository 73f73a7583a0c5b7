import PQueue from 'p-queue';

/**
 * For work that takes much of the machine: one after the other, since the other processor is the requests', and what it
 * may take is then taken once. Whoever finds it full is told so and does not wait.
 */
export function oneAtATime(mostWaiting: number) {
  const queue = new PQueue({ concurrency: 1 });
  return {
    isFull: () => queue.size >= mostWaiting,
    run: <T>(task: () => Promise<T>): Promise<T> => queue.add(task) as Promise<T>,
  };
}
