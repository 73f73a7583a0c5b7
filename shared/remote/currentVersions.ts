import { deskVersion } from '../desk/version.ts';
import { kitVersion } from '../kit/version.ts';
import { contractVersion } from './remoteContract.ts';

/** What a remote that is built now is built for. */
export const currentVersions = { contract: contractVersion, desk: deskVersion, kit: kitVersion };
