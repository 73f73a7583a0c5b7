import { askWithoutPause } from './askWithoutPause.ts';

/** What no route can be found for. */
export default askWithoutPause('/%');
