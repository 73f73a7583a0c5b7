import { apiVersion } from '../api/version.ts';
import { deskVersion } from '../desk/version.ts';
import { kitVersion } from '../kit/version.ts';
import { contractVersion } from './remoteContract.ts';

/** The versions that remotes are built for now. */
export const currentVersions = { contract: contractVersion, desk: deskVersion, kit: kitVersion, api: apiVersion };
