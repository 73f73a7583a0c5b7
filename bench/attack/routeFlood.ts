import { askWithoutPause } from './askWithoutPause.ts';

const { address, ...sent } = JSON.parse(new URL(import.meta.url).searchParams.get('sent')!) as {
  address: string;
  method: string;
  headers: Record<string, string>;
  body: string;
};

/** The request that its address names: see everyRoute. */
export default askWithoutPause(address, sent);
