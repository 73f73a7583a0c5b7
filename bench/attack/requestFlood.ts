import { askWithoutPause } from './askWithoutPause.ts';

/** What needs no token. */
export default askWithoutPause('/api/admin/get-folder-count');
