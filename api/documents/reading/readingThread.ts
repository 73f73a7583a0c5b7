/** The thread of one document: reads it, answers once, and ends. Code that only one kind needs is loaded for that kind. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { path, extension } = workerData as { path: string; extension: string };
const bytes = new Uint8Array(await readFile(path));
const reading =
  extension === 'pdf'
    ? await (await import('./readPdf.ts')).readPdf(bytes)
    : (await import('./readPicture.ts')).readPicture(bytes);
parentPort!.postMessage(reading);
