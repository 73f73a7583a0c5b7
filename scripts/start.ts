/** `npm start`: builds the apps whose inputs changed, then runs the API in the same process, which saves a start of Node. */
import './build.ts';

await import('../api/main.ts');
