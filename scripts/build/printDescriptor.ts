/** Prints what a `src/descriptor.ts` says, as JSON; ends with 1 and the faults when it is not as it must be. */
import { pathToFileURL } from 'node:url';
import { readDescriptor } from 'shared/remote/readDescriptor';

const [file] = process.argv.slice(2);
const { descriptor } = (await import(pathToFileURL(file!).href)) as { descriptor: unknown };
try {
  console.log(JSON.stringify(readDescriptor(descriptor), null, 2));
} catch (faults) {
  console.error((faults as Error).message);
  process.exitCode = 1;
}
