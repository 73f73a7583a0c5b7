/** How often each thing is measured, after once that only warms desk and browser up. `BENCH_RUNS` sets another number. */
export const runs = Number(process.env.BENCH_RUNS ?? 9);
